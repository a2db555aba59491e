const step = '  ';

/** Pretty-prints XML: one element per line, indented; mixed content stays unchanged. */
export function indentXml(xml: string): string {
  let depth = 0;
  return xml
    .replace(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (/^<\//.test(line)) depth = Math.max(0, depth - 1);
      const shown = step.repeat(depth) + line;
      if (/^<[^/?!]/.test(line) && !/\/>$/.test(line) && !/<\//.test(line)) depth += 1;
      return shown;
    })
    .join('\n');
}
