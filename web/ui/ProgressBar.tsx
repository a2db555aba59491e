import { useTranslation } from '../i18n.ts';
import './ProgressBar.css';

type Props = { value: number; label?: string; tone?: 'normal' | 'warn' | 'err' };

/** A part of a whole, 0–1. */
export function ProgressBar({ value, label, tone = 'normal' }: Props) {
  const { t } = useTranslation();
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      className={`progress progress-${tone}`}
      role="progressbar"
      aria-label={label ?? t('ui.progress')}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}
