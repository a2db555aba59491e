import { useRead } from '../../app/data/use-read.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowBackUp, IconCheck, IconTrash } from '../../ui/icons.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { type RowsInput, rowsQuery, type ShownRow, type UserImport } from './queries.ts';
import { ReviewCell } from './ReviewCell.tsx';
import { pageSize } from './use-import-address.ts';
import { fieldName, problemText, shownFields } from './words.ts';

type Props = {
  whole: UserImport;
  input: Omit<RowsInput, 'id' | 'size'>;
  onPage: (page: number) => void;
  onTakeOut?: (n: number) => void;
  onPutBack?: (n: number) => void;
};

/** The rows of an import; during the review every cell is edited in place. A phone shows each row as a block. */
export function ReviewTable(props: Props) {
  return (
    <Reading>
      <Rows {...props} />
    </Reading>
  );
}

function Rows({ whole, input, onPage, onTakeOut, onPutBack }: Props) {
  const { t } = useTranslation();
  const { data: answer, isBehind } = useRead(rowsQuery({ ...input, id: whole.id, size: pageSize }, whole.state === 'running'));
  const fields = shownFields(whole);
  const editable = onTakeOut !== undefined;
  if (answer.items.length === 0) return <EmptyState compact />;
  return (
    <div className="card import-table-card">
      <div className="import-scroll">
        <table className="table import-rows" data-editable={editable || undefined} aria-busy={isBehind}>
          <caption className="visually-hidden">{t('userImport.rowsCaption')}</caption>
          <thead>
            <tr>
              <th scope="col" className="import-n">
                {t('userImport.row')}
              </th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {fieldName(t, field, whole.custom)}
                </th>
              ))}
              <th scope="col" className="import-result-head">
                {t('userImport.result')}
              </th>
              {editable && (
                <th scope="col" className="import-act">
                  <span className="visually-hidden">{t('ui.table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {answer.items.map((row) => (
              <tr key={row.n} data-removed={row.removed || undefined}>
                <td className="num import-n">{row.n}</td>
                {fields.map((field) => (
                  <td key={field} data-label={fieldName(t, field, whole.custom)}>
                    <ReviewCell whole={whole} row={row} field={field} editable={editable && !row.removed && row.state === 'pending'} />
                  </td>
                ))}
                <td className="import-result" data-label={t('userImport.result')}>
                  <Result row={row} whole={whole} />
                </td>
                {editable && (
                  <td className="import-act">
                    {row.removed ? (
                      <IconButton
                        size="s"
                        icon={IconArrowBackUp}
                        label={t('userImport.putBackRow', { n: row.n })}
                        onClick={() => onPutBack?.(row.n)}
                      />
                    ) : (
                      row.state === 'pending' && (
                        <IconButton
                          size="s"
                          icon={IconTrash}
                          label={t('userImport.takeOut', { n: row.n })}
                          onClick={() => onTakeOut(row.n)}
                        />
                      )
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        paging={{ page: answer.page ?? 1, pages: answer.pages, size: pageSize, total: answer.total, onPage }}
        shown={answer.items.length}
      />
    </div>
  );
}

/** The status of a row: ready, its errors in words, what will happen, or what happened. */
function Result({ row, whole }: { row: ShownRow; whole: UserImport }) {
  const { t } = useTranslation();
  const said = (list: ShownRow['problems']) =>
    list.map((problem) => (
      <span key={`${problem.field} ${problem.code}`} className="import-reason">
        {problemText(t, problem, whole.custom)}
      </span>
    ));
  if (row.removed) return <span className="muted">{t('userImport.state.removed')}</span>;
  if (row.state === 'success') {
    return (
      <span className="import-ok">
        <IconCheck size={16} stroke={2} aria-hidden="true" /> {t('userImport.state.success')}
      </span>
    );
  }
  const isRunning = whole.state !== 'review' && whole.state !== 'mapping';
  if (row.problems.length > 0) {
    return (
      <span className="import-err">
        {row.state === 'failed' && <b>{t('userImport.state.failed')}. </b>}
        {said(row.problems)}
      </span>
    );
  }
  if (isRunning) return <span className="muted">{t(row.state === 'failed' ? 'userImport.state.failed' : 'userImport.state.pending')}</span>;
  if (row.notes.length > 0) return <span className="import-warn">{said(row.notes)}</span>;
  return (
    <span className="muted import-ready">
      <IconCheck size={16} stroke={2} aria-hidden="true" className="import-ok" /> {t('userImport.state.ready')}
    </span>
  );
}
