/** Whether the first bytes of a file match its extension: a .pbix is an archive, an .rdl is an XML document with a report in it. */
export function looksLike(name: string, head: Uint8Array): boolean {
  if (/\.pbix$/i.test(name)) return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
  if (!/\.rdl$/i.test(name)) return false;
  const wide = head[0] === 0xff && head[1] === 0xfe;
  const text = new TextDecoder(wide ? 'utf-16le' : 'utf-8')
    .decode(head)
    .replace(/^\ufeff/, '')
    .trimStart();
  return /^<\?xml\b/.test(text) || /^(?:<!--[\s\S]*?-->\s*)*<(?:\w+:)?Report\b/.test(text);
}
