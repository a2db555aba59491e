import { expect, test } from 'vitest';
import { indentXml } from './indent-xml.ts';

test('one element per line, indented by its depth', () => {
  expect(indentXml('<?xml version="1.0"?><a><b x="1"/><c>text</c> <d><e>é</e></d></a>')).toBe(
    '<?xml version="1.0"?>\n<a>\n  <b x="1"/>\n  <c>text</c>\n  <d>\n    <e>é</e>\n  </d>\n</a>',
  );
});

test('invalid XML is shown unchanged', () => {
  expect(indentXml('')).toBe('');
  expect(indentXml('</a></b>text')).toBe('</a>\n</b>text');
});
