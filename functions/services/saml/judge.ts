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
import { toPem } from './certificate.ts';
import {
  assertionNs,
  documentFault,
  findElements,
  getAssertion,
  getEnvelope,
  parse,
  protocolNs,
  weakAlgorithms,
  within,
} from './document.ts';
import { decryptXml, SAML } from './library.ts';
import type { XmlElement } from './xml-element.ts';

export type Judged = { checks: Check[]; ok: boolean; assertion: Assertion | null /** The very text that was signed. */; signed: string };
export type Provider = Expected & { certificates: readonly string[]; privateKey: string; subjectAttribute: string };

/** The id of the request that a response answers, read before anything in it is verified. */
export async function getRequest(xml: string): Promise<string | null> {
  try {
    return getEnvelope(await parse(xml)).inResponseTo;
  } catch {
    // For an unreadable document, a trial still shows the reason. The request's id is a secret of the user who started it.
    return /<[\w.-]*:?Response\s[^>]{0,2000}?\bInResponseTo="(_[\w-]{43})"/.exec(xml)?.[1] ?? null;
  }
}

/**
 * Checks a provider's response. node-saml verifies the signature and returns the signed text; our own code checks every rule of the profile
 * on that text, since node-saml lacks some. Stops as soon as further checks would mean nothing.
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
    envelope = getEnvelope(response);
    note('document', true, `${xml.length} B`);
  } catch (error) {
    note('document', false, getMessage(error));
    return end();
  }
  const status = statusCheck(envelope);
  checks.push(status);
  if (!status.ok) return end();
  checks.push(destinationCheck(envelope, provider));

  // Exactly one assertion in the whole document, directly under its root, which prevents signature wrapping.
  const sealed = findElements(response, assertionNs, 'EncryptedAssertion');
  const all = [...within(response, assertionNs, 'Assertion'), ...within(response, assertionNs, 'EncryptedAssertion')];
  const direct = [...findElements(response, assertionNs, 'Assertion'), ...sealed];
  if (!note('assertion', all.length === 1 && direct.length === 1 && within(response, protocolNs, 'Response').length === 0, `${all.length}`))
    return end();

  const key = toPem(provider.privateKey, 'PRIVATE KEY');
  const weak = weakAlgorithms(response);
  try {
    if (weak.length === 0 && sealed[0]) {
      const opened = await parse(await decryptXml(sealed[0].toString(), key));
      weak.push(...weakAlgorithms(opened));
      if (within(opened, assertionNs, 'Assertion').length > 0) throw new Error('two assertions');
    }
  } catch (error) {
    note('signature', false, getMessage(error));
    return end();
  }
  if (!note('algorithms', weak.length === 0, weak.join(' ') || 'SHA-256')) return end();

  let assertion: Assertion;
  let signed: string;
  try {
    const saml = new SAML({
      callbackUrl: provider.acs,
      issuer: provider.entityId,
      idpCert: provider.certificates.map((certificate) => toPem(certificate)),
      decryptionPvk: key,
      // Times, audience and request are checked below against our own clock and tickets.
      acceptedClockSkewMs: -1,
      audience: false,
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
    });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml, 'utf8').toString('base64') });
    signed = profile?.getAssertionXml?.() ?? '';
    if (!signed) throw new Error('nothing was signed');
    assertion = getAssertion(await parse(signed));
    note('signature', true, provider.issuer);
  } catch (error) {
    note('signature', false, getMessage(error));
    return end();
  }
  checks.push(...assertionChecks(assertion, envelope, provider, { subject: provider.subjectAttribute }));
  return end(assertion, signed);
}

const getMessage = (error: unknown): string => cut(error instanceof Error ? error.message : String(error), 300);
