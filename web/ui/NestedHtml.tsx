import './NestedHtml.css';

/** The policy of stored HTML: it runs nothing, sends nothing and loads only pictures of this origin (docs/notifications.md). */
const getPolicy = (origin: string) => `default-src 'none'; style-src 'unsafe-inline'; img-src ${origin}`;

/**
 * HTML that people have written, in a sandboxed document of its own: without scripts, forms, popups or this page's origin. Both the
 * page's policy and its own hold for it. Style sheets are left out, because only inline styles pass the page's policy.
 */
export function NestedHtml({ title, html }: { title: string; html: string }) {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${getPolicy(window.location.origin)}">`;
  const [head = ''] = /^<!doctype html><html[^>]*><head>/i.exec(html) ?? [];
  const source = `${head || '<!doctype html>'}${policy}${html.slice(head.length).replace(/<style>[\s\S]*?<\/style>/, '')}`;
  return <iframe className="nested-html" title={title} sandbox="" srcDoc={source} />;
}
