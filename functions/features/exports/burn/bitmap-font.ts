// Five columns of seven pixels for each character from space to tilde; the lowest bit is the top row.
const columns =
  '0000000000|00005f0000|0007000700|147f147f14|242a7f2a12|2313086462|3649552250|0005030000|001c224100|0041221c00|' +
  '082a1c2a08|08083e0808|0050300000|0808080808|0060600000|2010080402|3e5149453e|00427f4000|4261514946|2141454b31|' +
  '1814127f10|2745454539|3c4a494930|0171090503|3649494936|064949291e|0036360000|0056360000|0008142241|1414141414|' +
  '4122140800|0201510906|324979413e|7e1111117e|7f49494936|3e41414122|7f4141221c|7f49494941|7f09090901|3e41415132|' +
  '7f0808087f|00417f4100|2040413f01|7f08142241|7f40404040|7f0204027f|7f0408107f|3e4141413e|7f09090906|3e4151215e|' +
  '7f09192946|4649494931|01017f0101|3f4040403f|1f2040201f|7f2018207f|6314081463|0304780403|6151494543|00007f4141|' +
  '0204081020|41417f0000|0402010204|4040404040|0001020400|2054545478|7f48444438|3844444420|384444487f|3854545418|' +
  '087e090102|0814545c3c|7f08040478|00447d4000|2040443d00|007f102844|00417f4000|7c04180478|7c08040478|3844444438|' +
  '7c14141408|081414187c|7c08040408|4854545420|043f444020|3c4040207c|1c2040201c|3c4030403c|4428102844|0c5050503c|' +
  '4464544c44|0008364100|00007f0000|0041360800|0804081008';

export const glyphHeight = 7;
const advance = 6;
const first = 32;
const glyphs = columns.split('|').map((hex) => [0, 2, 4, 6, 8].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));

/** Maps text to characters that this font has: accents are dropped, a middle dot becomes a dash, anything else a question mark. */
const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[·–—]/g, '-')
    .replace(/[^ -~]/gu, '?');

/** One line of text as rows of pixels; 1 is ink. */
export function drawText(text: string): { width: number; ink: Uint8Array } {
  const letters = plainLetters(text);
  const width = Math.max(1, letters.length * advance);
  const ink = new Uint8Array(width * glyphHeight);
  for (let index = 0; index < letters.length; index++) {
    const glyph = glyphs[letters.charCodeAt(index) - first] ?? [];
    for (const [column, bits] of glyph.entries())
      for (let row = 0; row < glyphHeight; row++) if ((bits >> row) & 1) ink[row * width + index * advance + column] = 1;
  }
  return { width, ink };
}
