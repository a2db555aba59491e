import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import { Ridges } from './Ridges.tsx';
import { useTheme } from './UiProvider.tsx';
import './EmptyState.css';

type Props = { title?: string; text?: ReactNode; action?: ReactNode; seed?: string; compact?: boolean };

/** Nothing here yet: a drawing, one sentence, one action. */
export function EmptyState({ title, text, action, seed = 'empty', compact = false }: Props) {
  const { t } = useTranslation();
  const { loginBackground } = useTheme();
  return (
    <div className={compact ? 'empty-state empty-compact' : 'empty-state'}>
      {!compact && (
        <div className="empty-drawing">
          <Ridges seed={seed} base={loginBackground} kind="contour" width={240} height={120} />
        </div>
      )}
      <p className="empty-title">{title ?? t('ui.empty.records')}</p>
      {text && <p className="muted">{text}</p>}
      {action}
    </div>
  );
}

/** The filters hide everything: names them, and offers to clear them. */
export function FilteredEmpty({ filters, onClear }: { filters: string; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      seed="filtered"
      text={t('ui.empty.filtered', { filters })}
      action={<Button onClick={onClear}>{t('ui.empty.clear')}</Button>}
    />
  );
}
