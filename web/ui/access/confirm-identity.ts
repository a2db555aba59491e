import type { GrantWire } from '../../../domain/report-access/draft.ts';
import { translate } from '../../i18n.ts';
import { confirm } from '../confirm.ts';

/**
 * Has an identity that is set here tried at the report service before it is saved; true where it is taken, or kept all the same. A service
 * that can't answer now keeps nobody from saving.
 */
export async function confirmIdentity({ identity }: GrantWire, attempt: () => Promise<string | null>): Promise<boolean> {
  if (identity.as !== 'fixed') return true;
  const refusal = await attempt().catch(() => null);
  if (refusal === null) return true;
  return confirm({
    title: translate('access.check.refused'),
    text: translate('access.check.text', { words: refusal }),
    yes: translate('access.check.save'),
    no: translate('access.check.change'),
    danger: true,
  });
}
