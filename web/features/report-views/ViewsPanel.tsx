import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Reading } from '../../app/layouts/Reading.tsx';
import type { ViewerContext } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowBackUp, IconBookmarkPlus } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { viewsQuery } from './queries.ts';
import { SaveView } from './SaveView.tsx';
import { useViewChanges } from './use-view-changes.ts';
import { ViewRow } from './ViewRow.tsx';
import './report-views.css';

type Props = { context: ViewerContext; onClose: () => void };

/** The user's own views, then shared ones with their owner; open, save the current state, or go back to the original. */
export function ViewsPanel(props: Props) {
  return (
    <Reading waiting={() => <Skeleton height={96} radius={8} />}>
      <Views {...props} />
    </Reading>
  );
}

function Views({ context, onClose }: Props) {
  const { t } = useTranslation();
  const { reportId, view, changed, asLeft, pages } = context;
  const { data } = useSuspenseQuery(viewsQuery(reportId));
  const changes = useViewChanges(reportId);
  const [saving, setSaving] = useState(false);
  const own = data.views.filter(({ mine }) => mine === 'S');
  const others = data.views.filter(({ mine }) => mine === 'N');
  const current = own.find(({ id }) => id === view?.id);
  const row = (listed: (typeof data.views)[number]) => (
    <ViewRow
      key={listed.id}
      view={listed}
      current={listed.id === view?.id}
      lostPage={listed.page !== null && pages.length > 0 && !pages.some(({ name }) => name === listed.page)}
      changes={changes}
      moment={context.moment}
      onOpen={() => {
        context.openView(listed.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
  const renew = async () => {
    const content = current && (await context.moment());
    if (current && content && (await changes.renew(current, content))) context.openView(current.id);
  };
  return (
    <div className="views">
      {(view || asLeft || changed) && (
        <Button
          kind="text"
          size="s"
          icon={IconArrowBackUp}
          onClick={() => {
            context.openOriginal();
            onClose();
          }}
        >
          {t('views.original')}
        </Button>
      )}
      {own.length > 0 && <ul className="plain-list views-list">{own.map(row)}</ul>}
      {others.length > 0 && (
        <section aria-labelledby="views-shared">
          <h3 className="views-heading" id="views-shared">
            {t('views.sharedHeading')}
          </h3>
          <ul className="plain-list views-list">{others.map(row)}</ul>
        </section>
      )}
      {data.views.length === 0 && !saving && <p className="muted small">{t('views.none')}</p>}
      {current && changed && (
        <Button block onClick={() => void renew()}>
          {t('views.renewNamed', { name: current.name })}
        </Button>
      )}
      {saving ? (
        <SaveView context={context} onDone={() => setSaving(false)} />
      ) : (
        <Button
          block
          kind={current && changed ? 'default' : 'primary'}
          icon={IconBookmarkPlus}
          disabledReason={data.own >= data.limit ? t('views.full', { limit: data.limit }) : null}
          onClick={() => setSaving(true)}
        >
          {t('views.saveNow')}
        </Button>
      )}
    </div>
  );
}
