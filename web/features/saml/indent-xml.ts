const step = '  ';

/** A document as people read it: an element a line, indented; what stands between two elements of text stays as it is. */
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
