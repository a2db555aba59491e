import { variants } from './answers.ts';
import { type Person, people } from './people.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: string) => value.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${text(value)}">`)
    .join('');

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="icon" href="data:,">
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60ch;margin:32px auto;padding:0 20px;color:#14262b}
button,input[type=url]{font:inherit;padding:10px 14px;border:1px solid #ccd;border-radius:8px;background:#fff;color:inherit}
.person{display:block;width:100%;margin:10px 0;text-align:left;cursor:pointer}button:hover,button:focus{border-color:#14262b}
input[type=url]{width:100%;box-sizing:border-box;margin:6px 0 10px}fieldset{border:1px solid #ccd;border-radius:8px;margin:18px 0}
label{display:block}</style>
<h1>${title}</h1>${body}</html>`;

const words = {
  assertion: 'statement signed',
  response: 'whole answer signed',
  encrypted: 'statement signed and encrypted',
};

/** Picks the person to sign in as and the variant of the response. */
export const pickerPage = (asked: Record<string, string>): string =>
  page(
    'Sign in as',
    `<form method="post" action="/answer">${hidden(asked)}${people
      .map(
        ({ key, name, email, note }) =>
          `<button class="person" name="person" value="${text(key)}"><b>${text(name)}</b><br>${text(email)}<br><small>${text(note)}</small></button>`,
      )
      .join('')}<fieldset><legend>Answer</legend>${variants
      .map(
        (variant, at) =>
          `<label><input type="radio" name="variant" value="${variant}"${at === 0 ? ' checked' : ''}> ${words[variant]}</label>`,
      )
      .join('')}</fieldset></form>`,
  );

/** Carries an answer to the portal, as every provider does. */
export const carryPage = (acs: string, fields: Record<string, string>): string =>
  page(
    'Signed in',
    `<form method="post" action="${text(acs)}">${hidden(fields)}<button>Go on to the portal</button></form><script>document.forms[0].submit()</script>`,
  );

/** The provider's own page: tiles of its apps, single logout, and what an app is set up with. */
export const homePage = (apps: readonly string[], person: Person | null): string =>
  page(
    'SAML identity provider',
    `<p>${person ? `Signed in as <b>${text(person.name)}</b>. <a href="/slo">Sign out everywhere</a>` : 'Nobody is signed in here.'}</p>
<h2>Begin here</h2>${apps.map((app) => `<p><a href="/start?app=${encodeURIComponent(app)}">Aurora</a></p>`).join('')}
<form action="/start">
<label>Another app, by the metadata address that the portal shows of it <input type="url" name="app" required></label>
<button>Begin</button></form>
<h2>Set up</h2><p>Metadata: <a href="/metadata">/metadata</a></p>`,
  );

export const endPage = (): string => page('Signed out', '<p>Here, and at every portal. <a href="/">Back</a></p>');
export const problemPage = (problem: string): string => page('This did not work', `<p>${text(problem)}</p><p><a href="/">Back</a></p>`);

const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '');
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

export const toMetadata = (issuer: string, origin: string, certificate: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${text(issuer)}">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
<ds:X509Data><ds:X509Certificate>${bare(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleLogoutService Binding="${redirect}" Location="${origin}/slo"/>
<md:SingleSignOnService Binding="${redirect}" Location="${origin}/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;
