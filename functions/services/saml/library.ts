import { SAML } from '@node-saml/node-saml';
import * as xml from '@node-saml/node-saml/lib/xml.js';
import type { XmlElement } from './xml-element.ts';

// The one door to node-saml; who imports this file imports all of it, so it is imported when it is needed (start-up of the Worker).
export { SAML };
export const { parseDomFromString, decryptXml } = xml;

/** The text of an element that one of these keys has signed; null where none has. */
export function verifiedXml(text: string, element: XmlElement, certificates: string[]): string | null {
  return xml.getVerifiedXml(text, element as never, certificates); // because xmldom writes its own types of the DOM
}
