import type { KeyboardEvent } from 'react';
import { useShortcut } from '../../../app/shell/shortcuts.ts';
import { useTranslation } from '../../../i18n.ts';
import { selectedInSight } from '../../../ui/selected-in-sight.ts';
import { getNeighbour, pageOfDigit, type ReportPage } from '../layer/page-tabs.ts';
import { openPage } from './use-page-address.ts';
import '../../../ui/Chip.css';

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];

function DigitKey({ digit, tabs }: { digit: number; tabs: readonly ReportPage[] }) {
  useShortcut(String(digit), () => open(pageOfDigit(tabs, digit)));
  return null;
}

const open = (page: ReportPage | null) => page && !page.active && openPage(page.name);

/** Our own page tabs, because the service has none on phones; arrow keys inside, 1–9 and Alt ← → everywhere. */
export function PageTabs({ tabs, phone }: { tabs: readonly ReportPage[]; phone: boolean }) {
  const { t } = useTranslation();
  useShortcut('alt+ArrowLeft', () => open(getNeighbour(tabs, -1)));
  useShortcut('alt+ArrowRight', () => open(getNeighbour(tabs, 1)));

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    const next = getNeighbour(tabs, event.key === 'ArrowLeft' ? -1 : 1);
    if (!next) return;
    event.preventDefault();
    open(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-page="${CSS.escape(next.name)}"]`)?.focus();
  };

  if (tabs.length < 2) return null;
  return (
    <>
      <div
        ref={selectedInSight}
        className="viewer-pages"
        data-phone={phone || undefined}
        role="tablist"
        aria-label={t('reports.viewer.pages')}
        onKeyDown={onKeyDown}
      >
        {tabs.map((page) => (
          <button
            key={page.name}
            type="button"
            role="tab"
            data-page={page.name}
            aria-selected={page.active}
            aria-controls="report"
            tabIndex={page.active ? 0 : -1}
            className={phone ? `chip${page.active ? ' chip-on' : ''}` : 'viewer-page'}
            onClick={() => open(page)}
          >
            {page.title}
          </button>
        ))}
      </div>
      {digits.map((digit) => (
        <DigitKey key={digit} digit={digit} tabs={tabs} />
      ))}
    </>
  );
}
