package io.holdfast.cli.command;

import io.holdfast.cli.platform.HostAddress;
import io.holdfast.cli.platform.HostName;
import io.holdfast.column.ColumnName;
import io.holdfast.column.value.ColumnType;
import io.holdfast.column.value.TypeNames;
import io.holdfast.forecast.calibrate.PageCipher;
import io.holdfast.gateway.audit.AuditChain;
import io.holdfast.keys.certificate.KeyKind;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.kafka.KafkaConfig;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads options and parameters as the types that they mean, so that each wrong value is a mistake of the command line. */
public final class OptionTypes {
    private OptionTypes() {}

    /** Teaches a command and all its subcommands. */
    public static void teach(CommandLine line) {
        teach(line, JobId.class, JobId::parse);
        teach(line, SetId.class, SetId::parse);
        teach(line, InstanceName.class, InstanceName::parse);
        teach(line, AgentName.class, AgentName::parse);
        teach(line, RepositoryName.class, RepositoryName::parse);
        teach(line, EncryptorName.class, EncryptorName::parse);
        teach(line, KeyKind.class, KeyKind::parse);
        teach(line, TopicPrefix.class, TopicPrefix::parse);
        teach(line, SecretRef.class, SecretRef::parse);
        teach(line, Suite.class, Suite::parse);
        teach(line, Compression.class, BackupCommand::compression);
        teach(line, HostName.class, HostName::parse);
        teach(line, HostAddress.class, HostAddress::parse);
        teach(line, InstanceAddress.class, InstanceAddress::parse);
        teach(line, ColumnName.class, ColumnName::parse);
        teach(line, ColumnType.class, TypeNames::parse);
        teach(line, PageCipher.class, PageCipher::parse);
        teach(line, AuditChain.Head.class, AuditChain.Head::parse);
    }

    private static <T> void teach(CommandLine line, Class<T> type, Function<String, T> reader) {
        line.registerConverter(type, text -> {
            try {
                return reader.apply(text);
            } catch (Failure e) {
                throw new TypeConversionException(e.what());
            }
        });
    }

    private static int number(String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new TypeConversionException("\"" + text + "\" is no whole number");
        }
        throw new TypeConversionException(
                text + " is not " + (most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most));
    }

    /** A count that makes no sense below one. */
    static final class AtLeastOne implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return number(text, 1, Integer.MAX_VALUE);
        }
    }

    /** How long to measure. */
    static final class Seconds implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return number(text, 2, 3_600);
        }
    }

    /** A port to listen on, which others must know. */
    static final class Port implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return number(text, 1, 65_535);
        }
    }

    /** How many copies of a topic there are. */
    static final class Copies implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return number(text, 1, KafkaConfig.MOST_COPIES);
        }
    }
}
