"""An independent reader of sealed streams, format HFS1.

Written from the description of the format alone (docs/format.md), over cryptography, zstandard, lz4 and cbor2. It shares no
code with the product; the tests let it open every golden stream and compare what it finds.

usage: hfs1_read.py GOLDEN_JSON  (reads NAME.hfs1 beside it for each stream that it lists; prints what it found as JSON)
"""

import hashlib
import hmac
import json
import pathlib
import struct
import sys

import cbor2
import lz4.block
import zstandard
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

try:
    from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
except ImportError:
    from cryptography.hazmat.primitives.ciphers.algorithms import TripleDES

SUITES = {0x0101: ("AES_128", 16), 0x0102: ("AES_192", 24), 0x0103: ("AES_256", 32), 0x0301: ("TRIPLE_DES_3KEY", 64), 0: ("none", 0)}
OVERHEAD = {0x0101: 16, 0x0102: 16, 0x0103: 16, 0x0301: 48, 0: 32}
LARGEST_CHUNK = 917504


def sha256(data):
    return hashlib.sha256(data).digest()


def expand(key, info, length):
    return HKDFExpand(hashes.SHA512(), length, info).derive(key)


def context_hash(fields):
    texts = [field.encode() for field in fields]
    return sha256(b"".join(struct.pack(">I", len(text)) + text for text in texts))


def odd_parity(key):
    return bytes((b & 0xFE) | (1 ^ (bin(b & 0xFE).count("1") & 1)) for b in key)


class Stream:
    def __init__(self, data, data_key, context, suite_name):
        require(len(data) >= 128, "truncated header")
        magic, version, self.suite, flags, self.limit = struct.unpack(">4sBHBI", data[:12])
        require(magic == b"HFS1" and version == 1 and flags == 0 and self.suite in SUITES, "bad header")
        require(1 <= self.limit <= LARGEST_CHUNK and data[108:128] == bytes(20), "bad header")
        self.stream_id, self.context_hash, commit = data[12:44], data[44:76], data[76:108]
        self.header_hash = sha256(data[:128])
        self.derive(data_key)
        require(hmac.compare_digest(commit, self.commit), "wrong key")
        require(self.context_hash == context_hash(context) and SUITES[self.suite][0] == suite_name, "wrong context")
        self.read(data)

    def derive(self, data_key):
        self.commit, self.enc, self.mac = bytes(32), None, None
        if self.suite == 0:
            return
        key = hmac.new(self.stream_id, data_key, hashlib.sha512).digest()
        label = struct.pack(">HI", self.suite, self.limit) + self.context_hash
        self.enc = expand(key, b"HFS1 enc" + label, SUITES[self.suite][1])
        self.commit = expand(key, b"HFS1 commit" + label, 32)
        if self.suite == 0x0301:
            self.mac = expand(key, b"HFS1 mac" + label, 64)

    def read(self, data):
        at, self.leaves, self.chunks, table, last = 128, [], [], b"", 0
        while not last:
            require(len(data) - at >= 20, "truncated")
            head = data[at : at + 20]
            index, content, last, codec, zero, plain_length, sealed_length = struct.unpack(">QBBBBII", head)
            require(index == len(self.leaves), "frame in the wrong place")
            require(content <= 1 and last <= 1 and codec <= 2 and zero == 0, "damaged frame")
            require(1 <= plain_length <= self.limit, "damaged frame")
            require(1 <= sealed_length <= plain_length + OVERHEAD[self.suite], "damaged frame")
            require(len(data) - at - 20 >= sealed_length, "truncated")
            sealed = data[at + 20 : at + 20 + sealed_length]
            plain = unpack(codec, self.unseal(index, last, head[:16], sealed), plain_length)
            self.leaves.append(sha256(b"\0" + head + sealed))
            require(content == 1 or (not table and not last), "data where the table belongs")
            if content == 1:
                table += plain
            else:
                self.chunks.append(plain)
            at += 20 + sealed_length
        require(at == len(data), "spliced")
        self.length = at
        self.table = cbor2.loads(table)
        require(cbor2.dumps(self.table, canonical=True) == table, "table not in deterministic encoding")
        require(set(self.table) == {"v", "files"} and self.table["v"] == 1, "bad table")

    def unseal(self, index, last, head, sealed):
        aad = self.header_hash + head
        if self.suite == 0:
            packed, tag = sealed[:-32], sealed[-32:]
            require(hmac.compare_digest(tag, sha256(aad + packed)), "damaged frame")
            return packed
        if self.suite == 0x0301:
            body, tag = sealed[:-32], sealed[-32:]
            require(hmac.compare_digest(tag, hmac.new(self.mac, aad + body, hashlib.sha256).digest()), "damaged frame")
            key = odd_parity(expand(self.enc, b"HFS1 3des" + struct.pack(">Q", index), 24))
            require(len({key[:8], key[8:16], key[16:]}) == 3, "weak key")
            cipher = Cipher(TripleDES(key), modes.CBC(body[:8])).decryptor()
            padded = cipher.update(body[8:]) + cipher.finalize()
            count = padded[-1]
            require(1 <= count <= 8 and padded[-count:] == bytes([count]) * count, "damaged frame")
            return padded[:-count]
        nonce = bytes(3) + struct.pack(">QB", index, last)
        return AESGCM(self.enc).decrypt(nonce, sealed, aad)

    def root(self):
        return tree(self.leaves)


def unpack(codec, packed, plain_length):
    if codec == 0:
        plain = packed
    elif codec == 1:
        expander = zstandard.ZstdDecompressor(max_window_size=8 << 20).decompressobj()
        plain = expander.decompress(packed)
        require(expander.eof and not expander.unused_data, "damaged frame")
    else:
        plain = lz4.block.decompress(packed, uncompressed_size=plain_length)
    require(len(plain) == plain_length, "damaged frame")
    return plain


def tree(leaves):
    """RFC 6962, 2.1."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\1" + tree(leaves[:split]) + tree(leaves[split:]))


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC_TABLE = crc_table()


def require(lawful, fault):
    if not lawful:
        raise ValueError(fault)


def file_of(stream, entry):
    content = bytearray(entry["s"])
    for offset, length, chunk, chunk_offset, crc in entry.get("x", []):
        piece = stream.chunks[chunk][chunk_offset : chunk_offset + length]
        require(len(piece) == length and crc32c(piece) == crc, "bad table")
        content[offset : offset + length] = piece
    found = {"p": entry["p"], "k": entry["k"], "s": entry["s"], "m": entry["m"], "t": entry["t"]}
    if "l" in entry:
        found["l"] = entry["l"]
    if entry["k"] == 0:
        found["sha256"] = sha256(bytes(content)).hex()
    return found


def main(golden_path):
    golden = json.loads(pathlib.Path(golden_path).read_text())
    data_key = bytes.fromhex(golden["dataKey"])
    found = {}
    for expected in golden["streams"]:
        data = pathlib.Path(golden_path).with_name(expected["name"] + ".hfs1").read_bytes()
        stream = Stream(data, data_key, golden["context"] + [expected["suite"]], expected["suite"])
        found[expected["name"]] = {
            "streamId": stream.stream_id.hex(),
            "headerHash": stream.header_hash.hex(),
            "frames": len(stream.leaves),
            "dataBytes": sum(map(len, stream.chunks)),
            "sealedBytes": stream.length,
            "root": stream.root().hex(),
            "files": [file_of(stream, entry) for entry in stream.table["files"]],
        }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
