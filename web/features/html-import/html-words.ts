import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import type { Translate } from '../../i18n.ts';

/** A refusal in words: of imported HTML, the rule that it breaks and the line. */
export const htmlWords = (error: unknown, t: Translate): string => {
  if (!(error instanceof ApiError) || error.vars?.reason !== 'html') return errorText(error);
  const { line, rule, what } = error.vars;
  return t('htmlImport.line', {
    line: Number(line ?? 0),
    rule: t(`htmlImport.rule.${String(rule)}` as 'htmlImport.rule.scripts'),
    what: String(what ?? ''),
  }); // because the server names one of the rules
};
