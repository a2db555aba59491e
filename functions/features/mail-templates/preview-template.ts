import { AppError } from '../../../domain/errors/catalogue.ts';
import { previewTemplate } from '../../../domain/mail-templates/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { draftMail, hasServer, readCaller } from './draft-mail.ts';
import { getText } from './draft-text.ts';

export const previewDraft = bind(previewTemplate, async (input, ctx) => {
  const [[caller], [server]] = await ctx.database.withTenant(getEntry(ctx, 'mail.manage'), (db) => [readCaller(db), hasServer(db)]);
  if (!caller) throw new AppError('session_gone');
  return draftMail(input, await getText(input), caller, server, ctx);
});
