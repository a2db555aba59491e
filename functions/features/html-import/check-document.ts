import { checkHtml } from '../../../domain/html-import/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

/** What an editor imports. The verb that saves it checks it again. */
export const checkDocument = bind(checkHtml, async ({ html }, ctx) => {
  // Entering checks that the session still lives, before the parser is loaded.
  await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), () => []);
  const { importHtml } = await import('./import-html.ts');
  const imported = importHtml(html);
  return 'html' in imported ? { html: imported.html, refusals: [] } : { html: null, refusals: [...imported.refusals] };
});
