import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { type FaqItem, refreshFaq } from './queries.ts';

/** "Did this help?": pressing the chosen answer again takes it back. */
export function Vote({ item }: { item: FaqItem }) {
  const { t } = useTranslation();
  const { save, busy } = useSave({ refusal: 'toast', refresh: refreshFaq });
  const vote = (helped: boolean) =>
    void save(() => call('POST /api/auth/faq/{id}/vote', { id: item.id, helped: item.vote === helped ? null : helped }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset comes with a legend above its buttons, and these stand in a line.
    <div className="faq-vote" role="group" aria-label={`${t('faq.helped')} ${item.question}`}>
      <span className="small muted">{item.vote === null ? t('faq.helped') : t('faq.thanks')}</span>
      <Button size="s" aria-pressed={item.vote === true} loading={busy} onClick={() => vote(true)}>
        {t('faq.yes')}
      </Button>
      <Button size="s" aria-pressed={item.vote === false} loading={busy} onClick={() => vote(false)}>
        {t('faq.no')}
      </Button>
    </div>
  );
}
