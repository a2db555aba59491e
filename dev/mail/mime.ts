export type Mail = { id: number; at: string; from: string; to: string[]; subject: string; text: string; html: string; raw: string };

type Part = { headers: Map<string, string>; body: string };

function split(raw: string): Part {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.set(line.slice(0, at).toLowerCase(), line.slice(at + 1).trim());
  }
  return { headers, body: rest.join('\r\n\r\n') };
}

const quoted = (text: string) =>
  text.replace(/=\r?\n/g, '').replace(/(?:=[0-9A-F]{2})+/gi, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));

function decode(part: Part): string {
  const how = part.headers.get('content-transfer-encoding')?.toLowerCase();
  if (how === 'base64') return Buffer.from(part.body, 'base64').toString('utf8');
  return how === 'quoted-printable' ? quoted(part.body) : part.body;
}

const word = (text: string) =>
  text.replace(/=\?utf-8\?([bq])\?([^?]*)\?=\s*/gi, (_, how: string, value: string) =>
    how.toLowerCase() === 'b' ? Buffer.from(value, 'base64').toString('utf8') : quoted(value.replaceAll('_', ' ')),
  );

function collect(part: Part, found: { text: string; html: string }): void {
  const type = part.headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary) {
    for (const piece of part.body.split(`--${boundary}`).slice(1))
      if (!piece.startsWith('--')) collect(split(piece.replace(/^\r?\n/, '')), found);
  } else if (/text\/html/i.test(type)) found.html ||= decode(part);
  else if (/text\/plain/i.test(type)) found.text ||= decode(part);
}

/** Reads a message's subject and its two readable parts. */
export function readMail(id: number, at: string, from: string, to: string[], raw: string): Mail {
  const whole = split(raw);
  const found = { text: '', html: '' };
  collect(whole, found);
  return { id, at, from, to, subject: word(whole.headers.get('subject') ?? ''), ...found, raw };
}
