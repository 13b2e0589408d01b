// Reads lines "encrypt|decrypt KEY KIND BYTES" in hexadecimal, and answers each with bytes, or with "refused".
const path = require('path');
const parts = path.join(process.argv[2], 'lib', 'always-encrypted');
const { AeadAes256CbcHmac256EncryptionKey } = require(path.join(parts, 'aead-aes-256-cbc-hmac-encryption-key'));
const { AeadAes256CbcHmac256Algorithm, algorithmName } = require(path.join(parts, 'aead-aes-256-cbc-hmac-algorithm'));
const { SQLServerEncryptionType } = require(path.join(parts, 'types'));

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [what, secret, kind, bytes] = line.split(' ');
  const key = new AeadAes256CbcHmac256EncryptionKey(Buffer.from(secret, 'hex'), algorithmName);
  const algorithm = new AeadAes256CbcHmac256Algorithm(key, SQLServerEncryptionType[kind]);
  const input = Buffer.from(bytes || '', 'hex');
  try {
    const answer = what === 'encrypt' ? algorithm.encryptData(input) : algorithm.decryptData(input);
    console.log(answer.toString('hex'));
  } catch (e) {
    console.log('refused');
  }
});
