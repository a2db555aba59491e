import { hostFault } from '../../../domain/mail/server-host.ts';
import { maxDocumentBytes } from '../../../domain/saml/limits.ts';
import { resolveHost } from '../mail/resolve-host.ts';

type Env = { STAGE: string; SAML_STAND_IN?: string; DNS_OVER_HTTPS?: string };

const waitMs = 6_000;
export type Fetched = { document: string } | { fault: 'refused' | 'unreachable' };

const isStandIn = (url: URL, env: Env): boolean =>
  env.STAGE !== 'production' && (env.SAML_STAND_IN ?? '').split(',').some((known) => known !== '' && known === url.host);

/** A public https address with the default port and no credentials; null for any other. */
export function publicAddress(text: string, env: Env): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (isStandIn(url, env) && url.protocol === 'http:') return url;
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null;
  return hostFault(url.hostname) === null ? url : null;
}

/** Fetches a document from an address that a tenant enters: public hosts only, no redirects, with a short timeout and a size limit. */
export async function fetchDocument(text: string, env: Env): Promise<Fetched> {
  const url = publicAddress(text, env);
  if (!url) return { fault: 'refused' };
  if (!isStandIn(url, env) && (await resolveHost(url.hostname, env.DNS_OVER_HTTPS ?? '')) === 'private') return { fault: 'refused' };
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      signal: AbortSignal.timeout(waitMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { fault: 'unreachable' };
    }
    const document = await readUpTo(response, maxDocumentBytes);
    return document === null ? { fault: 'unreachable' } : { document };
  } catch {
    return { fault: 'unreachable' };
  }
}

async function readUpTo(response: Response, most: number): Promise<string | null> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      return null;
    }
    chunks.push(value as Uint8Array<ArrayBuffer>); // because a stream of a response has plain buffers
  }
  return new Blob(chunks).text();
}
