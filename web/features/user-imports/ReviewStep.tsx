import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../../domain/format/number.ts';
import { rowViews } from '../../../domain/user-imports/limits.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft, IconDownload, IconShieldCheck } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SearchBox } from '../../ui/table/SearchBox.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshImport, type UserImport } from './queries.ts';
import { ReviewTable } from './ReviewTable.tsx';
import { Seats } from './Seats.tsx';
import { Sums } from './Sums.tsx';
import type { Address } from './use-import-address.ts';
import { useResult } from './use-result.ts';

/**
 * The rows as they will be imported. Rows with errors are hidden and counted; once shown they stay, and each can be fixed in its cell or
 * excluded.
 */
export function ReviewStep({ whole, address }: { whole: UserImport; address: Address }) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const { busy, download } = useResult();
  const { counts } = whole;
  const chosen = rowViews.find((each) => each === address.view);
  // Decided once, and then only by the person: corrected rows change the counts, and must not hide the others. Where every row has an
  // error, hiding them would leave an empty list.
  const [usual, setUsual] = useState<'all' | 'ready'>(
    chosen === 'all' || chosen === 'ready' ? chosen : counts.ready === 0 && counts.problems > 0 ? 'all' : 'ready',
  );
  const view = chosen ?? usual;
  const hidden = view === 'ready' && counts.problems > 0;
  const showFaulty = (next: 'all' | 'ready') => {
    setUsual(next);
    address.show(next);
  };
  const takeOut = async (numbers: readonly number[], problems = false) => {
    try {
      const { changed } = await call('POST /api/auth/user-imports/{id}/rows/remove', { id: whole.id, rows: [...numbers], problems });
      void refreshImport(client);
      const undo = { label: t('userImport.putBack'), onClick: () => void putBack(changed) };
      toast.success(t('userImport.takenOut', { count: changed.length }), { action: undo });
    } catch (error) {
      toastError(error);
    }
  };
  const putBack = async (numbers: readonly number[]) => {
    try {
      await call('POST /api/auth/user-imports/{id}/rows/remove', { id: whole.id, rows: [...numbers], removed: false });
      void refreshImport(client);
    } catch (error) {
      toastError(error);
    }
  };
  const ready = formatNumber(language, counts.ready);
  const blocked =
    counts.ready === 0
      ? t('userImport.nothingReady')
      : counts.problems > 0 && !address.ignore
        ? t('userImport.shown', { count: counts.problems })
        : null;
  return (
    <>
      <div className="import-head">
        <Sums counts={counts} />
        <span className="push" />
        <Switch
          label={t('userImport.onlyAttention')}
          checked={view === 'attention'}
          onChange={(event) => address.show(event.currentTarget.checked ? 'attention' : undefined)}
        />
        <Button
          size="s"
          icon={IconDownload}
          loading={busy}
          disabledReason={counts.problems === 0 ? t('userImport.noErrors') : null}
          onClick={() => void download(whole.id, 'problems')}
        >
          {t('userImport.downloadErrors')}
        </Button>
      </div>
      {counts.problems > 0 && (
        <Notice
          tone="err"
          live={false}
          action={
            <span className="row row-wrap">
              <Button size="s" onClick={() => showFaulty(hidden ? 'all' : 'ready')}>
                {t(hidden ? 'userImport.showHidden' : 'userImport.hide')}
              </Button>
              <Button size="s" onClick={() => void takeOut([], true)}>
                {t('userImport.takeOutFaulty')}
              </Button>
            </span>
          }
        >
          {t(hidden ? 'userImport.hidden' : 'userImport.shown', { count: counts.problems })}
        </Notice>
      )}
      <Seats whole={whole} />
      <div className="import-tools">
        <SearchBox value={address.find} label={t('userImport.search')} onChange={address.onFind} />
        {counts.removed > 0 && (
          <Button size="s" kind="text" onClick={() => address.show(view === 'removed' ? undefined : 'removed')}>
            {t(view === 'removed' ? 'userImport.seeAll' : 'userImport.seeRemoved')}
          </Button>
        )}
      </div>
      <ReviewTable
        whole={whole}
        input={{ view, search: address.find, page: address.page }}
        onPage={address.onPage}
        onTakeOut={(n) => void takeOut([n])}
        onPutBack={(n) => void putBack([n])}
      />
      <div className="import-foot">
        <Button icon={IconArrowLeft} onClick={() => address.go(2)}>
          {t('userImport.toMap')}
        </Button>
        <span className="push" />
        {counts.problems > 0 && (
          <label className="import-check">
            <input type="checkbox" checked={address.ignore} onChange={(event) => address.setIgnore(event.currentTarget.checked)} />
            {t('userImport.ignore', { count: counts.problems })}
          </label>
        )}
        <Button kind="primary" icon={IconShieldCheck} disabledReason={blocked} onClick={() => address.go(4, { ignore: address.ignore })}>
          {counts.ready === 0
            ? t('userImport.step.run')
            : t('userImport.validate', { count: counts.ready }).replace(String(counts.ready), ready)}
        </Button>
      </div>
    </>
  );
}
