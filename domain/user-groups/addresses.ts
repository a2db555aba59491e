const shape = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/**
 * The e-mail addresses in a pasted text: one a line, or with commas, semicolons, names and angle brackets as mail programs write them.
 * Without duplicates, in their order; anything that isn't an address is reported.
 */
export function addressesIn(text: string): { addresses: string[]; others: string[] } {
  const addresses = new Set<string>();
  const others = new Set<string>();
  for (const part of text.split(/[\n\r,;\t]+/)) {
    const inside = /<([^<>]+)>/.exec(part)?.[1];
    const words = inside ? [inside] : part.trim().split(/\s+/);
    const found = words.map((word) => word.trim().toLowerCase()).filter((word) => shape.test(word));
    for (const address of found) addresses.add(address);
    if (found.length === 0 && part.trim()) others.add(part.trim());
  }
  return { addresses: [...addresses], others: [...others] };
}
