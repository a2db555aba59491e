import { X509Certificate } from 'node:crypto';

export type CertificateFacts = { pem: string; subject: string; from: string; until: string; fingerprint: string };

/** The bare base64 of a certificate, with or without its PEM lines and line breaks. */
const bare = (text: string): string => text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');

export const toPem = (base64: string, kind = 'CERTIFICATE'): string =>
  `-----BEGIN ${kind}-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${kind}-----\n`;

/** Reads a certificate with an RSA key of acceptable length; null for anything else. */
export function readCertificate(text: string): CertificateFacts | null {
  const pem = bare(text);
  if (!/^[A-Za-z0-9+/]+=*$/.test(pem) || pem.length > 12_000) return null;
  try {
    const read = new X509Certificate(toPem(pem));
    const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey;
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 2048) < 2048) return null;
    const [from, until] = [new Date(read.validFrom), new Date(read.validTo)];
    const subject = /(?:^|\n|, )CN=([^\n,]+)/.exec(read.subject ?? '')?.[1] ?? (read.subject ?? '').split('\n').join(', ');
    return { pem, subject, from: from.toISOString(), until: until.toISOString(), fingerprint: read.fingerprint256 };
  } catch {
    return null;
  }
}
