import { preferredLanguage } from '../../../domain/session/preferred-language.ts';
import { accountTexts } from '../../../i18n/account-server.ts';

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;font:16px/1.5 ' +
  'system-ui,sans-serif}main{max-width:34rem}h1{font-size:24px;line-height:1.2}';

/**
 * The page for an answer whose sign-in request is unknown or expired. Its portal is unknown too, so the page says what to do in the
 * browser's language.
 */
export async function endedPage(acceptLanguage: string): Promise<Response> {
  const language = preferredLanguage(acceptLanguage) ?? 'pt-BR';
  const texts = await accountTexts(language);
  const title = texts('account.provider.ended', {});
  return new Response(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, ` +
      `initial-scale=1"><title>${title}</title><style>${style}</style><main><h1>${title}</h1>` +
      `<p>${texts('account.provider.endedText', {})}</p></main></html>`,
    {
      status: 400,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
    },
  );
}
