import type { Assertion, Confirmation, Envelope } from '../../../domain/saml/checks.ts';
import { maxDocumentBytes } from '../../../domain/saml/limits.ts';
import { cut } from '../../../domain/text/cut.ts';
import { parseDomFromString } from './library.ts';
import type { XmlElement } from './xml-element.ts';

export const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
const encryptionNs = 'http://www.w3.org/2001/04/xmlenc#';

/** The reason to reject a document before parsing it; null if it may be parsed. */
export function documentFault(xml: string): string | null {
  if (new TextEncoder().encode(xml).length > maxDocumentBytes) return `> ${maxDocumentBytes} B`;
  // Document types, entities, comments, CDATA and processing instructions are rejected: a parser and a signature check may see them
  // differently.
  const strange = /<![^>]{0,20}/.exec(xml) ?? /<\?(?!xml\s)[^>]{0,20}/.exec(xml) ?? /(?<=[\s\S])<\?xml\s/.exec(xml.trimStart());
  return strange ? strange[0] : strangeSign(xml);
}

/**
 * Characters that XML 1.0 (2.2) forbids, raw or as a numeric reference: control characters and lone surrogates. The database rejects them
 * too.
 */
function strangeSign(xml: string): string | null {
  const isSign = (code: number) => /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]$/u.test(String.fromCodePoint(code));
  for (const [reference, hex, decimal] of xml.matchAll(/&#(?:x([0-9a-f]+)|(\d+));?/gi)) {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (code > 0x10ffff || !isSign(code)) return reference.slice(0, 20);
  }
  const raw = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.exec(xml);
  return raw ? `U+${(raw[0].codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}` : null;
}

export async function parse(xml: string): Promise<XmlElement> {
  const fault = documentFault(xml);
  if (fault) throw new Error(fault);
  // Because xmldom has its own DOM types.
  const { documentElement } = (await parseDomFromString(xml)) as unknown as { documentElement: XmlElement | null };
  if (!documentElement) throw new Error('no document');
  return documentElement;
}

export function findElements(parent: XmlElement, ns: string, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = parent.firstChild; child; child = child.nextSibling)
    if (child.nodeType === 1 && (child as XmlElement).namespaceURI === ns && (child as XmlElement).localName === name)
      found.push(child as XmlElement); // because nodeType 1 is an element
  return found;
}
export const within = (parent: XmlElement, ns: string, name: string): XmlElement[] => Array.from(parent.getElementsByTagNameNS(ns, name));
const attribute = (element: XmlElement | undefined, name: string): string | null =>
  element?.hasAttribute(name) ? element.getAttribute(name) : null;
const getText = (element: XmlElement | undefined): string | null => element?.textContent?.trim() ?? null;

export function getEnvelope(response: XmlElement): Envelope {
  const status = findElements(response, protocolNs, 'Status')[0];
  const codes = status ? within(status, protocolNs, 'StatusCode').map((code) => code.getAttribute('Value') ?? '') : [];
  return {
    version: attribute(response, 'Version'),
    signed: findElements(response, signatureNs, 'Signature').length > 0,
    destination: attribute(response, 'Destination'),
    issuer: getText(findElements(response, assertionNs, 'Issuer')[0]),
    inResponseTo: attribute(response, 'InResponseTo'),
    status: codes[0] ?? '',
    statusMessage: cut(
      [codes[1] ?? '', status ? (getText(findElements(status, protocolNs, 'StatusMessage')[0]) ?? '') : ''].filter(Boolean).join(' '),
      300,
    ),
  };
}

const allowed: Record<string, readonly string[]> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  ],
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'],
};
const encryptions = [
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];

/**
 * The signature and encryption algorithms in a part of a document that we don't accept: SHA-1, MD5, HMAC, RSA 1.5, 3DES and unknown ones.
 */
export function weakAlgorithms(part: XmlElement): string[] {
  const signed = within(part, signatureNs, 'Signature').flatMap((signature) =>
    Object.entries(allowed).flatMap(([name, known]) =>
      within(signature, signatureNs, name)
        .filter((method) => name !== 'DigestMethod' || method.parentNode?.localName === 'Reference')
        .map((method) => method.getAttribute('Algorithm') ?? '')
        .filter((algorithm) => !known.includes(algorithm)),
    ),
  );
  const sealed = within(part, encryptionNs, 'EncryptionMethod')
    .map((method) => method.getAttribute('Algorithm') ?? '')
    .filter((algorithm) => !encryptions.includes(algorithm));
  return [...new Set([...signed, ...sealed])];
}

function getConfirmation(element: XmlElement): Confirmation {
  const data = findElements(element, assertionNs, 'SubjectConfirmationData')[0];
  return {
    method: element.getAttribute('Method') ?? '',
    recipient: attribute(data, 'Recipient'),
    inResponseTo: attribute(data, 'InResponseTo'),
    notBefore: attribute(data, 'NotBefore'),
    notOnOrAfter: attribute(data, 'NotOnOrAfter'),
  };
}

// Every assertion here already meets these conditions: it is used once, by its audience, and never passed on.
const knownConditions = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

function strangeConditions(conditions: XmlElement | undefined): string[] {
  const strange: string[] = [];
  for (let child = conditions?.firstChild ?? null; child; child = child.nextSibling) {
    if (child.nodeType !== 1) continue;
    const { namespaceURI, localName } = child as XmlElement; // because nodeType 1 is an element
    if (namespaceURI !== assertionNs || !knownConditions.includes(localName ?? '')) strange.push(localName ?? '');
  }
  return strange;
}

/** Reads only the signed text: the element must be the very text whose signature was verified. */
export function getAssertion(assertion: XmlElement): Assertion {
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== assertionNs) throw new Error('no assertion');
  const subject = findElements(assertion, assertionNs, 'Subject')[0];
  const nameId = subject ? findElements(subject, assertionNs, 'NameID')[0] : undefined;
  const [conditions, ...more] = findElements(assertion, assertionNs, 'Conditions');
  if (more.length > 0) throw new Error('two conditions');
  const signIns = findElements(assertion, assertionNs, 'AuthnStatement');
  const attributes: Record<string, string[]> = Object.create(null);
  for (const statement of findElements(assertion, assertionNs, 'AttributeStatement'))
    for (const element of findElements(statement, assertionNs, 'Attribute')) {
      const name = element.getAttribute('Name') ?? '';
      const values = findElements(element, assertionNs, 'AttributeValue').map((value) => value.textContent ?? '');
      attributes[name] = [...(attributes[name] ?? []), ...values];
    }
  return {
    id: assertion.getAttribute('ID') ?? '',
    version: attribute(assertion, 'Version'),
    issuer: getText(findElements(assertion, assertionNs, 'Issuer')[0]) ?? '',
    issuedAt: assertion.getAttribute('IssueInstant') ?? '',
    nameId: { value: nameId?.textContent ?? '', format: nameId?.getAttribute('Format') ?? '' },
    signIns: signIns.length,
    sessionIndex: attribute(signIns[0], 'SessionIndex'),
    sessionEnds: signIns.flatMap((each) => attribute(each, 'SessionNotOnOrAfter') ?? []),
    confirmations: subject ? findElements(subject, assertionNs, 'SubjectConfirmation').map(getConfirmation) : [],
    audiences: conditions
      ? findElements(conditions, assertionNs, 'AudienceRestriction').map((restriction) =>
          findElements(restriction, assertionNs, 'Audience').map((audience) => getText(audience) ?? ''),
        )
      : [],
    strangeConditions: strangeConditions(conditions),
    notBefore: attribute(conditions, 'NotBefore'),
    notOnOrAfter: attribute(conditions, 'NotOnOrAfter'),
    attributes,
  };
}
