import type { DirectoryPerson } from './people.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: string) => value.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Picks the person to sign in as; without a pending request, only lists the people. */
export function pickerPage(people: readonly DirectoryPerson[], request: URL | null): string {
  const rows = people.map((person) => {
    const words =
      `<b>${text(person.name)}</b><br>${text(person.username)} · directory ` +
      `${text(person.tid)}${person.note ? `<br><small>${text(person.note)}</small>` : ''}`;
    if (!request) return `<li>${words}</li>`;
    const to = new URL(request);
    to.searchParams.set('person', `${person.tid} ${person.oid}`);
    return `<li><a href="${text(to.pathname + to.search)}">${words}</a></li>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stand-in of the cloud identity provider</title><link rel="icon" href="data:,">
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60ch;margin:32px auto;padding:0 20px;color:#14262b}ul{list-style:none;padding:0}
li{margin:10px 0}a{display:block;border:1px solid #ccd;border-radius:8px;padding:10px 14px;color:inherit;text-decoration:none}
a:hover,a:focus{border-color:#14262b}</style>
<h1>${request ? 'Sign in as' : 'Stand-in of the cloud identity provider'}</h1><ul>${rows.join('')}</ul></html>`;
}
