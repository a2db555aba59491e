/** What is used of an element of xmldom; the Worker has no DOM of its own, and its types name other things the same. */
export type XmlElement = {
  readonly nodeType: number;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly parentNode: XmlElement | null;
  readonly firstChild: XmlElement | null;
  readonly nextSibling: XmlElement | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  getElementsByTagNameNS(ns: string, name: string): ArrayLike<XmlElement>;
  toString(): string;
};
