import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { faqLimits } from '../../../domain/faq/limits.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconArrowsSort, IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.ts';
import { faqQuery } from './loader.ts';
import { Questions } from './Questions.tsx';
import { type FaqItem, refreshFaq } from './queries.ts';
import { Vote } from './Vote.tsx';

const FaqDrawer = lazy(() => import('./FaqDrawer.tsx').then((module) => ({ default: module.FaqDrawer })));
const OrderFaq = lazy(() => import('./OrderFaq.tsx').then((module) => ({ default: module.OrderFaq })));

/** `/faq`: everyone reads and votes; administrators, partners and the platform edit their own questions where they stand. */
export function FaqPage() {
  const { t } = useTranslation();
  useBreadcrumb([{ label: t('faq.title') }]);
  return (
    <div className="page faq-page">
      <Reading>
        <Faq />
      </Reading>
    </div>
  );
}

function Faq() {
  const { t, language } = useTranslation();
  const { data } = useSuspenseQuery(faqQuery(language));
  const values = useSearchValues();
  const change = useSetSearch();
  const { shown, opened } = useDrawerTarget(values);
  const [ordering, setOrdering] = useState(false);
  const { save } = useSave({ refusal: 'toast', refresh: refreshFaq });
  const { editable, voting } = data;
  const mine = data.items.filter((item) => item.from === null);
  const add = () => change({ new: '1', id: undefined });
  const remove = async (item: FaqItem) => {
    const agreed = await confirm({
      title: t('ui.delete.title', { name: item.question }),
      text: t('faq.deleteText'),
      yes: t('ui.delete.submit'),
      typed: item.question,
    });
    if (!agreed) return;
    if (await save(() => call('DELETE /api/auth/faq/{id}', { id: item.id }))) toast.success(t('faq.deleted'));
  };
  const tools = (item: FaqItem) => (
    <span className="faq-tools">
      {item.votes && <span className="small muted num">{t('faq.votes', { yes: item.votes.helped, no: item.votes.notHelped })}</span>}
      <Button size="s" onClick={() => change({ id: item.id, new: undefined })}>
        {t('faq.edit')}
      </Button>
      <Button size="s" onClick={() => void remove(item)}>
        {t('ui.delete.submit')}
      </Button>
    </span>
  );
  return (
    <>
      <PageHeader
        title={t('faq.title')}
        text={t('faq.text')}
        actions={
          editable && (
            <>
              {mine.length > 1 && (
                <Button icon={IconArrowsSort} aria-pressed={ordering} onClick={() => setOrdering(!ordering)}>
                  {t(ordering ? 'faq.orderDone' : 'faq.order')}
                </Button>
              )}
              <Button
                kind="primary"
                icon={IconPlus}
                disabledReason={data.room <= 0 ? t('faq.full', { limit: faqLimits.perTenant }) : null}
                onClick={add}
              >
                {t('faq.new')}
              </Button>
            </>
          )
        }
      />
      {ordering && editable ? (
        <Part>
          <OrderFaq items={mine} />
        </Part>
      ) : (
        <Questions
          items={data.items}
          facts={(item) => <Facts item={item} editable={editable} />}
          foot={(item) => (
            <div className="faq-foot">
              {voting && <Vote item={item} />}
              {editable && item.from === null && tools(item)}
            </div>
          )}
          empty={
            editable ? (
              <EmptyState
                title={t('faq.none')}
                text={t('faq.firstText')}
                action={
                  <Button kind="primary" onClick={add}>
                    {t('faq.new')}
                  </Button>
                }
              />
            ) : undefined
          }
        />
      )}
      {shown && editable && (
        <Part>
          <FaqDrawer
            key={shown.opening}
            id={shown.id}
            own={data.own}
            opened={opened}
            onClose={() => change({ id: undefined, new: undefined })}
          />
        </Part>
      )}
    </>
  );
}

/** What sets a question apart: who wrote it, that it is public or applies below, the languages it lacks. */
function Facts({ item, editable }: { item: FaqItem; editable: boolean }) {
  const { t } = useTranslation();
  if (item.from) return <Badge>{t(`faq.from.${item.from}`)}</Badge>;
  if (!editable) return null;
  return (
    <>
      {item.gaps.length > 0 && (
        <Badge tone="warn">{t('faq.gaps', { languages: item.gaps.map((each) => each.slice(0, 5)).join(', ') })}</Badge>
      )}
      {item.below && <Badge>{t('faq.below')}</Badge>}
      {item.audience === 'public' && <Badge tone="info">{t('faq.audience.public')}</Badge>}
    </>
  );
}
