package io.holdfast.repository;

final class MemoryRepositoryTest implements RepositoryContract {
    private final MemoryRepository repository = new MemoryRepository();

    @Override
    public Repository repository() {
        return repository;
    }
}
