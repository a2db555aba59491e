import type { GrantWire } from '../../../domain/report-access/draft.ts';
import { translate } from '../../i18n.ts';
import { confirm } from '../confirm.ts';

/**
 * Tests a newly set identity at the report service before saving; true when it is accepted, or when the user keeps it anyway. An
 * unavailable service does not prevent saving.
 */
export async function confirmIdentity({ identity }: Pick<GrantWire, 'identity'>, attempt: () => Promise<string | null>): Promise<boolean> {
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
