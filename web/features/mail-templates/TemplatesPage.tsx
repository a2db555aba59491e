import { useSearchValues } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { IconArrowLeft } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { getKind } from './loader.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import { TemplateList } from './TemplateList.tsx';
import './templates.css';

const own = '/notifications?tab=templates';

/** The wording of mail: every kind with its state, or the editor of one. */
export function TemplatesPage() {
  const { t } = useTranslation();
  const values = useSearchValues();
  const kind = getKind(values);
  const title = t('templates.title');
  useBreadcrumb([
    { label: t('inbox.title'), href: '/notifications' },
    ...(kind ? [{ label: title, href: own }, { label: t(`notifications.${kind}.name`) }] : [{ label: title }]),
  ]);
  return (
    <div className="page templates">
      <PageHeader
        title={kind ? t(`notifications.${kind}.name`) : title}
        text={t(kind ? 'templates.editor.text' : 'templates.text')}
        actions={
          kind && (
            <ButtonLink href={own} icon={IconArrowLeft}>
              {t('templates.back')}
            </ButtonLink>
          )
        }
      />
      <Reading of={kind ?? ''}>{kind ? <TemplateEditor key={kind} kind={kind} /> : <TemplateList />}</Reading>
    </div>
  );
}
