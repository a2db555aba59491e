import { formatNumber } from '../../../domain/format/number.ts';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../IconButton.tsx';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import { pageNumbers } from './page-numbers.ts';
import type { Paging } from './types.ts';

/** The footer of a list: the range of rows, and the pages. Alt ← and Alt → work in the whole list. */
export function Pagination({ paging, shown }: { paging: Paging; shown: number }) {
  const { t, language } = useTranslation();
  const { page, pages, size, total, totalIsExact = true, onPage, sizes, onSize } = paging;
  const resizable = sizes && onSize && total > Math.min(...sizes);
  if (total === 0) return null;
  const from = (page - 1) * size + 1;
  const words = { from: formatNumber(language, from), to: formatNumber(language, from + shown - 1), total: formatNumber(language, total) };
  return (
    <div className="table-foot">
      <span className="num" role="status">
        {t(totalIsExact ? 'ui.table.range' : 'ui.table.rangeMore', words)}
      </span>
      {resizable && (
        <select
          className="pages-size"
          aria-label={t('ui.table.rows')}
          value={size}
          onChange={(event) => onSize(Number(event.target.value))}
        >
          {sizes.map((each) => (
            <option key={each} value={each}>
              {t('ui.table.perPage', { size: each })}
            </option>
          ))}
        </select>
      )}
      {pages > 1 && (
        <nav className="pages" aria-label={t('ui.table.pages')}>
          {!resizable && <span className="pages-told">{t('ui.table.perPage', { size })}</span>}
          {page > 1 && <IconButton icon={IconChevronLeft} label={t('ui.table.previous')} onClick={() => onPage(page - 1)} />}
          <span className="pages-short num">{t('ui.table.pageOf', { page, pages })}</span>
          <ul className="pages-numbers plain-list">
            {pageNumbers(page, pages).map((number, index) =>
              number === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no key but its position.
                <li key={`gap${index}`} aria-hidden="true">
                  …
                </li>
              ) : (
                <li key={number}>
                  <button
                    type="button"
                    className="page-number num"
                    aria-label={t('ui.table.page', { page: number })}
                    aria-current={number === page ? 'page' : undefined}
                    onClick={() => onPage(number)}
                  >
                    {formatNumber(language, number)}
                  </button>
                </li>
              ),
            )}
          </ul>
          {page < pages && <IconButton icon={IconChevronRight} label={t('ui.table.next')} onClick={() => onPage(page + 1)} />}
        </nav>
      )}
    </div>
  );
}
