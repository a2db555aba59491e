import { refusals } from '../../../domain/embedding/refusals.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { translate } from '../../i18n.ts';

/** Why the page was refused. A refused token is explained in plain words; the API itself returns the code listed in docs/embedding.md. */
export function refusalText(error: unknown): string {
  const reason = error instanceof ApiError && error.status === 'embedded_token' ? error.vars?.reason : undefined;
  const known = refusals.find((each) => each === reason);
  return known ? translate('embedding.page.token', { why: translate(`embedding.page.token.${known}`) }) : errorText(error);
}
