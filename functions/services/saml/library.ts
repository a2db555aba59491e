import { SAML } from '@node-saml/node-saml';
import * as xml from '@node-saml/node-saml/lib/xml.js';
import type { XmlElement } from './xml-element.ts';

// The only import of node-saml. It loads the whole library, so import this file lazily (start-up of the Worker).
export { SAML };
export const { parseDomFromString, decryptXml } = xml;

/** The text of an element signed by one of these keys; null if none has signed it. */
export function verifiedXml(text: string, element: XmlElement, certificates: string[]): string | null {
  return xml.getVerifiedXml(text, element as never, certificates); // because xmldom has its own DOM types
}
