import { refusals } from '../../../domain/embedding/refusals.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import { translate } from '../../i18n.ts';

/** Why the page was refused. A refused token is explained in words; the API itself answers with the code that docs/embedding.md lists. */
export function refusalText(error: unknown): string {
  const reason = error instanceof ApiError && error.status === 'embedded_token' ? error.vars?.reason : undefined;
  const known = refusals.find((each) => each === reason);
  return known ? translate('embedding.page.token', { why: translate(`embedding.page.token.${known}`) }) : errorText(error);
}
