/** Why imported HTML is refused. The first four are the specification's own (Spec 5); the others keep foreign content and forms out. */
export const htmlRules = ['inline', 'head', 'root', 'scripts', 'remote', 'forms', 'frames', 'address', 'element', 'size'] as const;
export type HtmlRule = (typeof htmlRules)[number];

/** One refusal: the rule, the line of the source, and the element, attribute or property at fault. */
export type HtmlRefusal = { rule: HtmlRule; line: number; what: string };

export const htmlLimits = {
  /** Characters of a document. */
  length: 60_000,
  nodes: 5_000,
  depth: 60,
  /** Refusals of one document that are listed. */
  listed: 20,
} as const;
