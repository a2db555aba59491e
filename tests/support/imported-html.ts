import type { HtmlRule } from '../../domain/html-import/rules.ts';

/** A document that breaks one rule, and the line in which it does. */
export type Refused = { rule: HtmlRule; line: number; html: string };

const inBody = (part: string) =>
  `<!doctype html>\n<html>\n<head><title>Aviso</title></head>\n<body>\n<p>Olá</p>\n${part}\n</body>\n</html>`;
const inHead = (part: string) =>
  `<!doctype html>\n<html>\n<head>\n<title>Aviso</title>\n${part}\n</head>\n<body><p>Olá</p></body>\n</html>`;
const of = (rule: HtmlRule, line: number, page: (part: string) => string, parts: readonly string[]): Refused[] =>
  parts.map((part) => ({ rule, line, html: page(part) }));

// Each style block stands in a body: a style has to be on the element that it is for.
const blocks = [
  ...['p{color:red}', '', '@import "a.css";', '@import url(//evil.example/a.css);', '@font-face{font-family:x;src:url(x.woff)}'],
  ...['@media print{p{display:none}}', 'p::before{content:"x"}', '*{}', '/* a */', '<!-- p{} -->', '}{', ':root{--a:1}'],
].map((css) => `<style>${css}</style>`);
const inline = [
  ...blocks,
  ...['<STYLE>p{}</STYLE>', '<style type="text/css">p{}</style>', '<style media="screen">p{}</style>', '<style nonce="x">p{}</style>'],
  ...[
    '<style scoped>p{}</style>',
    '<style id="a">p{}</style>',
    '<style type="text/less">p{}</style>',
    '<style\ttype="text/css">p{}</style>',
  ],
  ...['<div><style>p{}</style></div>', '<table><tr><td><style>p{}</style></td></tr></table>', '<p><style>p{}</style></p>'],
  ...['<ul><li><style>p{}</style></ul>', '<b><i><style>p{}</style></i></b>', '<a href="https://a.example"><style>p{}</style></a>'],
  ...['<blockquote><style>p{}</style></blockquote>', '<style>p{}', '<style/>p{}</style>', '<p style="@import \'a.css\'">x</p>'],
];
const head = [
  ...[
    '<link rel="stylesheet" href="https://evil.example/a.css">',
    '<link rel=stylesheet href=a.css>',
    "<link href='a.css' rel='stylesheet'>",
  ],
  ...[
    '<LINK REL="STYLESHEET" HREF="a.css">',
    '<link rel="alternate stylesheet" href="a.css">',
    '<link rel="stylesheet preload" href="a.css">',
  ],
  ...['<link rel="stylesheet" type="text/css" href="//cdn.example/a.css">', '<link rel="stylesheet" media="print" href="a.css">'],
  ...['<link rel="stylesheet" href="data:text/css,p{}">', '<link rel="stylesheet" href="">', '<link rel="stylesheet">'],
  ...['<link rel="stylesheet" href="a.css" integrity="sha256-x">', '<link rel="&#115;tylesheet" href="a.css">', '<link rel="stylesheet"/>'],
  ...['<style>p{color:red}</style>', '<style></style>', '<style type="text/css">p{}</style>', '<style media="all">p{}</style>'],
  ...['<STYLE>p{}</STYLE>', '<style>@import "a.css";</style>', '<style>@font-face{src:url(a)}</style>', '<style><!-- p{} --></style>'],
  ...['<style nonce="a">p{}</style>', '<style id="a">p{}</style>', '<style>/* only a comment */</style>', '<style>:root{--a:1}</style>'],
  ...[
    '<style>@media(prefers-color-scheme:dark){p{}}</style>',
    '<style title="a">p{}</style>',
    '<style lang="x">p{}</style>',
    '<style/>p{}</style>',
  ],
];
const colors = [
  'style="color:red"',
  'style=""',
  "style='margin:0'",
  'STYLE="a:b"',
  'style=margin:0',
  'bgcolor="#fff"',
  'background="a.png"',
];
const root: Refused[] = [
  ...[...colors, 'text="#000"', 'link="#00f"', 'vlink="#00f"', 'alink="#00f"', 'class="a" style="padding:0"'].map((attribute) => ({
    line: 4,
    html: `<!doctype html>\n<html lang="pt">\n<head></head>\n<body ${attribute}>\n<p>Olá</p></body></html>`,
  })),
  ...[...colors, 'style="font:12px Arial"', 'lang="pt" style="color:#000"'].map((attribute) => ({
    line: 2,
    html: `<!doctype html>\n<html ${attribute}>\n<head></head><body><p>Olá</p></body></html>`,
  })),
  ...[...colors, 'style="display:none"', 'lang="pt" style="a:b"'].map((attribute) => ({
    line: 3,
    html: `<!doctype html>\n<html>\n<head ${attribute}>\n</head><body><p>Olá</p></body></html>`,
  })),
].map((each) => ({ rule: 'root' as const, ...each }));
const scripts = [
  ...[
    '<script>alert(1)</script>',
    '<script src="https://evil.example/a.js"></script>',
    '<SCRIPT>1</SCRIPT>',
    '<script type="module">1</script>',
  ],
  ...['<script type="text/template">x</script>', '<script async defer></script>', '<div><script>1</script></div>', '<script>1'],
  ...[
    '<p onclick="a()">x</p>',
    '<p ONCLICK=a()>x</p>',
    '<b onmouseover=a()>x</b>',
    '<p onpointerrawupdate=a()>x</p>',
    '<p onanything="">x</p>',
  ],
  ...[
    '<a href="javascript:a()">x</a>',
    '<a href="JaVaScRiPt:a()">x</a>',
    '<a href=" javascript:a()">x</a>',
    '<a href="java&#9;script:a()">x</a>',
  ],
  ...[
    '<a href="&#106;avascript:a()">x</a>',
    '<a href="javascript&colon;a()">x</a>',
    '<a href="vbscript:a()">x</a>',
    '<a href="\u0001javascript:a()">x</a>',
  ],
  ...[
    '<a href="data:text/html,x">x</a>',
    '<svg></svg>',
    '<math></math>',
    '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
    '<noscript>x</noscript>',
  ],
  ...['<p style="width:expression(a())">x</p>', '<p style="behavior:a">x</p>', '<p style="-moz-binding:a">x</p>', '<template>x</template>'],
];

/** Thirty or more documents for each rule of the specification. */
export const refusedHtml: readonly Refused[] = [
  ...of('inline', 6, inBody, inline),
  ...of('head', 5, inHead, head),
  ...root,
  ...of('scripts', 6, inBody, scripts),
];

/** The same for the product's own rules. */
export const alsoRefused: readonly Refused[] = [
  ...of('remote', 6, inBody, [
    ...[
      '<img src="https://evil.example/p.gif">',
      '<img src="cid:a">',
      '<img srcset="a 1x">',
      '<img>',
      '<video src=a></video>',
      '<audio></audio>',
    ],
    ...[
      '<p style="background:url(https://evil.example/p.gif)">x</p>',
      '<p style="background:u\\72l(//evil.example)">x</p>',
      '<picture></picture>',
    ],
    ...['<p style="background:ur/**/l(a)">x</p>', '<p style="list-style:image-set(\'a\' 1x)">x</p>', '<table background="a.png"></table>'],
    ...[
      '<link rel="icon" href="https://evil.example/i.ico">',
      '<link rel="prefetch" href="https://evil.example/">',
      '<a ping="https://evil.example/">x</a>',
    ],
  ]),
  ...of('forms', 6, inBody, [
    '<form action="/"></form>',
    '<input>',
    '<button>x</button>',
    '<select></select>',
    '<textarea></textarea>',
    '<label>x</label>',
  ]),
  ...of('frames', 6, inBody, [
    '<iframe src="https://evil.example"></iframe>',
    '<object></object>',
    '<embed src=a>',
    '<applet></applet>',
    '<p srcdoc=a>x</p>',
  ]),
  ...of('address', 5, inHead, ['<base href="https://evil.example/">', '<base target="_blank">', '<meta http-equiv="refresh" content="0">']),
  ...of('address', 6, inBody, [
    '<base href="https://evil.example/">',
    '<meta http-equiv="Refresh" content="0;url=https://evil.example">',
    '<meta charset=a>',
  ]),
  ...of('element', 6, inBody, [
    ...['<marquee>x</marquee>', '<x-card>x</x-card>', '<p contenteditable>x</p>', '<p data-a=1>x</p>', '<a href="http://a.example">x</a>'],
    ...[
      '<a href="/path">x</a>',
      '<a href="//evil.example">x</a>',
      '<p style="position:fixed">x</p>',
      '<!--[if mso]><p>x</p><![endif]-->',
      '<title>x</title>',
    ],
    ...[
      '<details open>x</details>',
      '<dialog open>x</dialog>',
      '<slot></slot>',
      '<area href="https://a.example">',
      '<xmp>x</xmp>',
      '<p popover>x</p>',
    ],
  ]),
];

/** Payloads that only HTML can carry; those of every text field are in hostile-texts.ts. */
export const hostileHtml: readonly string[] = [
  ...['<p style="color:red;background:\\75\\72\\6c(https://evil.example/p.gif)">x', '<p style="background:URL(\'//evil.example\')">x'],
  ...['<p style="content:attr(title)">x', '<p style="cursor:url(https://evil.example/c.cur),auto">x', '<p style="filter:url(#a)">x'],
  ...['<p style="background:-webkit-image-set(\'https://evil.example/p.gif\' 1x)">x', '<p style="mask:url(https://evil.example/m.svg)">x'],
  ...[
    '<a href="javas&Tab;cript:window.xss=1">x</a>',
    '<a href="java&NewLine;script:window.xss=1">x</a>',
    '<a href="&#x6A&#x61vascript:window.xss=1">x</a>',
  ],
  ...[
    '<a href="feed:javascript:window.xss=1">x</a>',
    '<a href="view-source:javascript:1">x</a>',
    '<a href="blob:https://evil.example/1">x</a>',
  ],
  ...[
    '<a href="\u00a0javascript:window.xss=1">x</a>',
    '<a href="jav\u200bascript:window.xss=1">x</a>',
    '<a href="javascript:/*--></title>*/window.xss=1">x</a>',
  ],
  ...[
    '<a href="https:javascript:window.xss=1">x</a>',
    '<a href="https:///evil.example">x</a>',
    '<a target="_top" onfocus=window.xss=1 autofocus href=#>x</a>',
  ],
  ...[
    '<table><td background=javascript:window.xss=1>',
    '<isindex action=javascript:window.xss=1 type=image>',
    '<frameset onload=window.xss=1>',
  ],
  ...[
    '<body><body onload=window.xss=1>',
    '<html><html onmouseover=window.xss=1>',
    '</body><body onpageshow=window.xss=1>',
    '<head><head onclick=window.xss=1>',
  ],
  ...[
    '<p/onclick=window.xss=1>x',
    '<p\nonclick\n=\nwindow.xss=1>x',
    '<p "onclick=window.xss=1>x',
    "<p a='>'onclick=window.xss=1>x",
    '<p \u000conclick=window.xss=1>x',
  ],
  ...[
    '<b <script>window.xss=1</script>',
    '<<script>window.xss=1</script>',
    '<script\u0000>window.xss=1</script>',
    '<scri\u0000pt>window.xss=1</script>',
  ],
  ...[
    '<?xml version="1.0"?><?xml-stylesheet href="javascript:window.xss=1"?><p>x</p>',
    '<!DOCTYPE html [<!ENTITY a "<script>">]><p>&a;</p>',
  ],
  ...[
    '<p lang="\'><script>window.xss=1</script>">x</p>',
    '<p title="&quot;><img src=x onerror=window.xss=1>">x</p>',
    '<p title="`onmouseover=window.xss=1">x</p>',
  ],
  ...[
    '<p title="--><img src=x onerror=window.xss=1>">x</p>',
    '<!-- --!><img src=x onerror=window.xss=1> -->',
    '<!--!><img src=x onerror=window.xss=1>-->',
  ],
  ...[
    '<portal src="https://evil.example"></portal>',
    '<fencedframe></fencedframe>',
    '<bgsound src="https://evil.example/a.wav">',
    '<keygen autofocus onfocus=window.xss=1>',
  ],
  ...[
    '<link rel=import href="https://evil.example">',
    '<link rel=preconnect href="https://evil.example">',
    '<link rel=dns-prefetch href="//evil.example">',
  ],
  ...['<meta http-equiv="Content-Security-Policy" content="script-src *"><p>x</p>', '<body><meta http-equiv="set-cookie" content="a=b">'],
  ...[
    '<style>@import\\20 "https://evil.example"</style>',
    '<p style="behavior:url(#default#time2)">x',
    '<div style="-o-link:\'javascript:window.xss=1\'">x',
  ],
];
