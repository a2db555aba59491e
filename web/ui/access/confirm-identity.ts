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

/** The same for several reports: the service is asked about all of them at once, the user about one refusal after the other. */
export async function confirmIdentityAt(
  wire: Pick<GrantWire, 'identity'>,
  attempts: readonly (() => Promise<string | null>)[],
): Promise<boolean> {
  if (wire.identity.as !== 'fixed') return true;
  const answers = attempts.map((attempt) => attempt().catch(() => null));
  for (const answer of answers) if (!(await confirmIdentity(wire, () => answer))) return false;
  return true;
}
