import { useTranslation } from '../../i18n.ts';
import type { TemplateLanguage } from './loader.ts';

/** The text that is sent without one of the unit's own. */
export function BuiltInText({ text }: { text: TemplateLanguage['builtIn'] }) {
  const { t } = useTranslation();
  return (
    <section className="card card-pad templates-built-in" aria-labelledby="templates-built-in">
      <h2 id="templates-built-in">{t('templates.builtIn')}</h2>
      <dl>
        <dt>{t('templates.field.subject')}</dt>
        <dd>{text.subject}</dd>
        <dt>{t('templates.field.greeting')}</dt>
        <dd>{text.greeting}</dd>
        <dt>{t('templates.field.body')}</dt>
        <dd>{text.text}</dd>
        <dt>{t('templates.field.button')}</dt>
        <dd>{text.button}</dd>
      </dl>
    </section>
  );
}
