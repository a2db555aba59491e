import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One element of DER: its tag, its length, what is in it. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const utcTime = (date: Date) =>
  der(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );

export type Certificate = { key: string; cert: string };

const ecdsaWithSha256 = () => sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const dayMs = 24 * 60 * 60 * 1000;

/** A new self-signed certificate for `localhost`: clients that trust it (NODE_EXTRA_CA_CERTS) can speak TLS with the stand-in. */
export function makeCertificate(now = Date.now()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('Mirante mail catcher')))));
  const constraints = sequence(oid(0x55, 0x1d, 0x13), der(0x01, Buffer.from([255])), der(0x04, sequence(der(0x01, Buffer.from([255])))));
  const names = sequence(
    oid(0x55, 0x1d, 0x11),
    der(0x04, sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256(),
    name,
    sequence(utcTime(new Date(now - dayMs)), utcTime(new Date(now + 3650 * dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(constraints, names)),
  );
  const whole = sequence(body, ecdsaWithSha256(), der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

export const mailCertificateFile = (folder: string): string => join(folder, 'mail.pem');

/** Made once per data folder, because the Worker trusts the file before the catcher runs. */
export function mailCertificate(folder: string): Certificate {
  const files = { cert: mailCertificateFile(folder), key: join(folder, 'mail.key') };
  if (!existsSync(files.key) || !existsSync(files.cert)) {
    const made = makeCertificate();
    writeFileSync(files.cert, made.cert);
    writeFileSync(files.key, made.key, { mode: 0o600 });
  }
  return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') };
}
