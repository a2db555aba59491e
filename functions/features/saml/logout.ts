import { createVerify } from 'node:crypto';
import { maxDocumentBytes, skewMs } from '../../../domain/saml/limits.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { getPortal } from '../../request/get-portal.ts';
import { type Route, seeOther } from '../../request/route.ts';
import { getHash } from '../../services/ids.ts';
import { ownAddresses } from '../../services/saml/app.ts';
import { textOfBase64 } from '../../services/saml/base64.ts';
import { toPem } from '../../services/saml/certificate.ts';
import { portalSaml } from '../../services/saml/portal-saml.ts';
import type { XmlElement } from '../../services/saml/xml-element.ts';
import { readForm } from './answer.ts';
import { endSessions, readApp } from './saml.sql.ts';

type Asked = {
  id: string;
  version: string;
  issuer: string;
  nameId: string;
  /** The provider's sessions of the user to end; none for all. */
  indexes: string[];
  issuedAt: number;
  until: number | null;
  destination: string;
};
const seenSeconds = 2 * 60 * 60;
const algorithms: Record<string, string> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
};

/** The compressed message in an address, inflated up to the size limit of a document. */
async function inflate(text: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return new Blob(chunks).text();
      size += value.byteLength;
      if (size > maxDocumentBytes) return null;
      chunks.push(value as Uint8Array<ArrayBuffer>); // because the stream makes plain buffers
    }
  } catch {
    return null;
  }
}

/** The signature of an address covers its raw characters, not their decoded values: they are used as received. */
function isSignedAddress(url: URL, certificates: readonly string[]): boolean {
  const raw = (name: string) => new RegExp(`[?&](${name}=[^&]*)`).exec(url.search)?.[1];
  const parts = [raw('SAMLRequest'), raw('RelayState'), raw('SigAlg')].filter((part) => part !== undefined);
  const algorithm = algorithms[url.searchParams.get('SigAlg') ?? ''];
  const signature = url.searchParams.get('Signature');
  const names = [...url.searchParams.keys()];
  if (!algorithm || !signature || new Set(names).size !== names.length) return false;
  return certificates.some((certificate) => {
    try {
      return createVerify(algorithm).update(parts.join('&')).verify(toPem(certificate), signature, 'base64');
    } catch {
      return false;
    }
  });
}

/** The request, if its provider has signed it; null for everything else, unsigned ones first. */
async function readRequest(
  request: Request,
  url: URL,
  certificates: readonly string[],
): Promise<{ asked: Asked; relay: string | null } | null> {
  const { assertionNs, findElements, parse, protocolNs, weakAlgorithms } = await import('../../services/saml/document.ts');
  const asked = (root: XmlElement): Asked => {
    if (root.localName !== 'LogoutRequest' || root.namespaceURI !== protocolNs) throw new Error(root.localName);
    const text = (name: string) => findElements(root, assertionNs, name)[0]?.textContent?.trim() ?? '';
    const until = root.getAttribute('NotOnOrAfter');
    return {
      id: root.getAttribute('ID') ?? '',
      version: root.getAttribute('Version') ?? '',
      issuer: text('Issuer'),
      // Compared byte by byte, like the response that began the session.
      nameId: findElements(root, assertionNs, 'NameID')[0]?.textContent ?? '',
      indexes: findElements(root, protocolNs, 'SessionIndex').map((each) => each.textContent?.trim() ?? ''),
      issuedAt: Date.parse(root.getAttribute('IssueInstant') ?? ''),
      until: until ? Date.parse(until) : null,
      destination: root.getAttribute('Destination') ?? '',
    };
  };
  try {
    if (request.method === 'GET') {
      const xml = await inflate(url.searchParams.get('SAMLRequest') ?? '');
      if (xml === null || !isSignedAddress(url, certificates)) return null;
      return { asked: asked(await parse(xml)), relay: url.searchParams.get('RelayState') };
    }
    const form = await readForm(request);
    const xml = textOfBase64(form.get('SAMLRequest') ?? '');
    if (xml === null) return null;
    const root = await parse(xml);
    if (weakAlgorithms(root).length > 0) return null;
    const { verifiedXml } = await import('../../services/saml/library.ts');
    const signed = verifiedXml(
      xml,
      root,
      certificates.map((certificate) => toPem(certificate)),
    );
    return signed ? { asked: asked(await parse(signed)), relay: form.get('RelayState') } : null;
  } catch {
    return null;
  }
}

async function takeLogout(request: Request, url: URL, id: string, ctx: Context): Promise<Response> {
  const home = seeOther(`${getOrigin(ctx.host, ctx.env)}/signin`);
  // The response to a logout request of this portal: the session here ended before.
  if (!/^[0-9a-f-]{36}$/.test(id) || url.searchParams.has('SAMLResponse')) return home;
  const [found] = await ctx.database.withDoor((db) => [readApp(db, ctx, id)]);
  const [app] = found.rows;
  if (!app?.settings.singleLogout || app.settings.host !== ctx.host) return home;
  const { settings } = app;
  const own = ownAddresses(id, getOrigin(settings.host, ctx.env));
  const read = await readRequest(
    request,
    url,
    settings.certificates.map(({ pem }) => pem),
  );
  const now = ctx.clock.now();
  const { asked } = read ?? {};
  const isFresh = asked && Math.abs(now - asked.issuedAt) < seenSeconds * 500 && (asked.until === null || asked.until > now - skewMs);
  if (
    !asked ||
    !isFresh ||
    asked.issuer !== settings.issuer ||
    !asked.nameId ||
    asked.version !== '2.0' ||
    // It is signed, so it must name its destination (SAML bindings 3.4.5.2 and 3.5.5.2).
    asked.destination !== own.logout
  ) {
    ctx.log('saml_logout_refused', { app: id });
    return home;
  }
  const answerUrl = settings.signOutResponseUrl || settings.signOutUrl;
  const seen = await getHash(`${ctx.tenant.id} logout ${settings.issuer} ${asked.id}`);
  const [ended] = await ctx.database.withDoor((db) => [
    endSessions(db, ctx, { issuer: settings.issuer, nameId: asked.nameId, indexes: asked.indexes, seen, seconds: seenSeconds }),
  ]);
  if ((ended.rows[0]?.ended ?? null) === null || !answerUrl) return home;
  const saml = await portalSaml(getPortal(ctx, settings.host), id, settings, {
    signs: true,
    logoutUrl: answerUrl,
  });
  const profile = { issuer: asked.issuer, nameID: asked.nameId, nameIDFormat: '', ID: asked.id };
  return seeOther(await saml.getLogoutResponseUrlAsync(profile, (read?.relay ?? '').slice(0, 200), {}, true));
}

/** A provider signs a user out: an unsigned or replayed request ends nothing. */
export const logoutDoors: readonly Route[] = (['GET', 'POST'] as const).map((method) => ({
  method,
  path: '/api/saml/logout/{id}',
  run: (request, url, { id = '' }, ctx) => takeLogout(request, url, id, ctx),
}));
