/** The part of xmldom's element that we use. Workers have no DOM, and xmldom's own types clash with the standard names. */
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
