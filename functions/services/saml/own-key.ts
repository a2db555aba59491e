import { toBase64 } from '../base64.ts';

// A self-signed certificate is little more than its key in an envelope: written here in DER (RFC 5280, 4.1), signed by WebCrypto.

const years = 10;

function der(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  const bytes = new Uint8Array(1 + length.length + size);
  bytes.set([tag, ...length]);
  let at = 1 + length.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
const ascii = (text: string) => new TextEncoder().encode(text);
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
// sha256WithRSAEncryption, and the attribute "common name".
const algorithm = sequence(der(0x06, Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b)), der(0x05));
const commonName = der(0x06, Uint8Array.of(0x55, 0x04, 0x03));
const getName = (name: string) => sequence(der(0x31, sequence(commonName, der(0x0c, ascii(name.slice(0, 64))))));
const utcTime = (at: number) => der(0x17, ascii(`${new Date(at).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));

export type OwnKey = { privateKey: string; certificate: string };

/** A new key of the portal for one app, and the certificate that the provider gets; both as base64 of their DER. */
export async function makeOwnKey(name: string, now: number): Promise<OwnKey> {
  const parameters = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' };
  // Because this algorithm generates a key pair.
  const pair = (await crypto.subtle.generateKey(parameters, true, ['sign', 'verify'])) as CryptoKeyPair;
  const exported = async (format: 'pkcs8' | 'spki', key: CryptoKey) =>
    new Uint8Array((await crypto.subtle.exportKey(format, key)) as ArrayBuffer); // because these formats are bytes
  const serial = crypto.getRandomValues(new Uint8Array(16));
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40; // positive, and of full length
  const validity = sequence(utcTime(now - 86_400_000), utcTime(now + years * 365 * 86_400_000));
  const version = der(0xa0, der(0x02, Uint8Array.of(2)));
  const facts = sequence(
    version,
    der(0x02, serial),
    algorithm,
    getName(name),
    validity,
    getName(name),
    await exported('spki', pair.publicKey),
  );
  // Der returns an array over a plain ArrayBuffer.
  const signature = new Uint8Array(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', pair.privateKey, facts as Uint8Array<ArrayBuffer>));
  const certificate = sequence(facts, algorithm, der(0x03, Uint8Array.of(0), signature));
  return { privateKey: toBase64(await exported('pkcs8', pair.privateKey)), certificate: toBase64(certificate) };
}
