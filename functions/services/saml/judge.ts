import {
  type Assertion,
  assertionChecks,
  type Check,
  destinationCheck,
  type Envelope,
  type Expected,
  statusCheck,
} from '../../../domain/saml/checks.ts';
import { cut } from '../../../domain/text/cut.ts';
import { pemOf } from './certificate.ts';
import { assertionNs, assertionOf, documentFault, elementsOf, envelopeOf, parse, protocolNs, weakAlgorithms, within } from './document.ts';
import { decryptXml, SAML } from './library.ts';
import type { XmlElement } from './xml-element.ts';

export type Judged = { checks: Check[]; ok: boolean; assertion: Assertion | null /** The very text that was signed. */; signed: string };
export type Provider = Expected & { certificates: readonly string[]; privateKey: string; subjectAttribute: string };

/** What an answer says of the request it answers, before anything of it is believed. */
export async function requestOf(xml: string): Promise<string | null> {
  try {
    return envelopeOf(await parse(xml)).inResponseTo;
  } catch {
    // Of what cannot be read a trial still shows why: only who began it has its id.
    return /<[\w.-]*:?Response\s[^>]{0,2000}?\bInResponseTo="(_[\w-]{43})"/.exec(xml)?.[1] ?? null;
  }
}

/**
 * Judges an answer of a provider. node-saml checks the signature and gives the very text that was signed; every rule of the profile
 * is checked over that text by the product's own rules, of which node-saml lacks some. Stops where the next check would mean nothing.
 */
export async function judge(xml: string, provider: Provider): Promise<Judged> {
  const checks: Check[] = [];
  const note = (name: Check['name'], ok: boolean, detail: string) => {
    checks.push({ name, ok, detail: cut(detail, 500) });
    return ok;
  };
  const end = (assertion: Assertion | null = null, signed = ''): Judged => ({
    checks,
    ok: checks.every(({ ok }) => ok),
    assertion,
    signed,
  });

  const fault = documentFault(xml);
  if (fault) {
    note('document', false, fault);
    return end();
  }
  let response: XmlElement;
  let envelope: Envelope;
  try {
    response = await parse(xml);
    if (response.localName !== 'Response' || response.namespaceURI !== protocolNs) throw new Error(response.localName);
    envelope = envelopeOf(response);
    note('document', true, `${xml.length} B`);
  } catch (error) {
    note('document', false, messageOf(error));
    return end();
  }
  const status = statusCheck(envelope);
  checks.push(status);
  if (!status.ok) return end();
  checks.push(destinationCheck(envelope, provider));

  // Exactly one statement in the whole document, directly under its root: what wrapping needs is not there.
  const sealed = elementsOf(response, assertionNs, 'EncryptedAssertion');
  const all = [...within(response, assertionNs, 'Assertion'), ...within(response, assertionNs, 'EncryptedAssertion')];
  const direct = [...elementsOf(response, assertionNs, 'Assertion'), ...sealed];
  if (!note('assertion', all.length === 1 && direct.length === 1 && within(response, protocolNs, 'Response').length === 0, `${all.length}`))
    return end();

  const key = pemOf(provider.privateKey, 'PRIVATE KEY');
  const weak = weakAlgorithms(response);
  try {
    if (weak.length === 0 && sealed[0]) {
      const opened = await parse(await decryptXml(sealed[0].toString(), key));
      weak.push(...weakAlgorithms(opened));
      if (within(opened, assertionNs, 'Assertion').length > 0) throw new Error('two assertions');
    }
  } catch (error) {
    note('signature', false, messageOf(error));
    return end();
  }
  if (!note('algorithms', weak.length === 0, weak.join(' ') || 'SHA-256')) return end();

  let assertion: Assertion;
  let signed: string;
  try {
    const saml = new SAML({
      callbackUrl: provider.acs,
      issuer: provider.entityId,
      idpCert: provider.certificates.map((certificate) => pemOf(certificate)),
      decryptionPvk: key,
      // Times, audience and request are judged below by the clock and the tickets of this product.
      acceptedClockSkewMs: -1,
      audience: false,
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
    });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml, 'utf8').toString('base64') });
    signed = profile?.getAssertionXml?.() ?? '';
    if (!signed) throw new Error('nothing was signed');
    assertion = assertionOf(await parse(signed));
    note('signature', true, provider.issuer);
  } catch (error) {
    note('signature', false, messageOf(error));
    return end();
  }
  checks.push(...assertionChecks(assertion, envelope, provider, { subject: provider.subjectAttribute }));
  return end(assertion, signed);
}

const messageOf = (error: unknown): string => cut(error instanceof Error ? error.message : String(error), 300);
