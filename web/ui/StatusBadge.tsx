import { type TextKey, useTranslation } from '../i18n.ts';
import { Badge, type Tone } from './Badge.tsx';

const STATES = {
  A: { tone: 'ok', text: 'ui.status.active' },
  T: { tone: 'info', text: 'ui.status.test' },
  B: { tone: 'err', text: 'ui.status.blocked' },
  I: { tone: 'err', text: 'ui.status.inactive' },
  D: { tone: 'err', text: 'ui.status.deactivated' },
} as const satisfies Record<string, { tone: Tone; text: TextKey }>;

type AccountStatus = keyof typeof STATES;

/** Account status (Spec 4; BEHAVIOUR 17): blocked, inactive and deactivated red, test blue, anything else active and green. */
export function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  const { tone, text } = Object.hasOwn(STATES, status) ? STATES[status as AccountStatus] : STATES.A; // because hasOwn does not narrow
  return <Badge tone={tone}>{t(text)}</Badge>;
}
