import { expect, test } from 'vitest';
import { indentXml } from './indent-xml.ts';

test('an element a line, indented by how deep it stands', () => {
  expect(indentXml('<?xml version="1.0"?><a><b x="1"/><c>text</c> <d><e>é</e></d></a>')).toBe(
    '<?xml version="1.0"?>\n<a>\n  <b x="1"/>\n  <c>text</c>\n  <d>\n    <e>é</e>\n  </d>\n</a>',
  );
});

test('what is no document is shown as it is', () => {
  expect(indentXml('')).toBe('');
  expect(indentXml('</a></b>text')).toBe('</a>\n</b>text');
});
