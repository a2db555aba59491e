import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultTheme } from '../../domain/themes/theme.ts';
import { loadTexts, startI18n } from '../i18n.ts';
import { Avatar } from './Avatar.tsx';
import { Badge } from './Badge.tsx';
import { Button, ButtonLink } from './Button.tsx';
import { Chip, FilterChip } from './Chip.tsx';
import { ControlsProvider } from './ControlsProvider.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Cover } from './Cover.tsx';
import { EmptyState, FilteredEmpty } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { IconButton } from './IconButton.tsx';
import { IconStar } from './icons.ts';
import { Notice, QuietNotice } from './Notice.tsx';
import { PageHeader } from './PageHeader.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { PublicLayout } from './PublicLayout.tsx';
import { ReportCard, ReportRow } from './ReportCard.tsx';
import { SaveBar } from './SaveBar.tsx';
import { Segmented } from './Segmented.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { SwitchRow } from './SwitchRow.tsx';
import { Tabs } from './Tabs.tsx';
import { DataTable } from './table/DataTable.tsx';
import { nothingSelected } from './table/selection.ts';
import { UiProvider } from './UiProvider.tsx';
import { ViewerState } from './ViewerState.tsx';

const nothing = () => undefined;
const html = (element: ReactElement) =>
  renderToStaticMarkup(
    <UiProvider theme={{ ...defaultTheme, name: 'Vértice' }}>
      <ControlsProvider>{element}</ControlsProvider>
    </UiProvider>,
  );
const report = {
  id: 'r1',
  title: 'Vendas diárias',
  href: '/r1/reports/view',
  hue: 0,
  freshness: { tone: 'ok', text: 'Atualizado há 12 min' },
} as const;

beforeAll(async () => {
  // Texts read the language from the document; this stub is enough for server rendering.
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await startI18n('pt-BR');
  await loadTexts('view');
  Reflect.deleteProperty(globalThis, 'document');
});

describe('the toolkit', () => {
  test.each<[string, ReactElement, string]>([
    ['Avatar', <Avatar key="x" name="Helena da Silva Prado" />, 'HP'],
    ['Badge', <Badge key="x">Externo</Badge>, 'Externo'],
    ['StatusBadge', <StatusBadge key="x" status="B" />, 'badge-err"><span class="badge-words">Bloqueado'],
    [
      'ButtonLink',
      <ButtonLink key="x" href="/x">
        Abrir
      </ButtonLink>,
      'href="/x"',
    ],
    [
      'Chip',
      <Chip key="x" on count={7} href="/?x">
        Vendas
      </Chip>,
      'aria-current="true"',
    ],
    ['FilterChip', <FilterChip key="x" label="Grupo: Vendas" removeLabel="Remover" onRemove={nothing} />, 'aria-label="Remover"'],
    [
      'CopyButton',
      <CopyButton key="x" text="7f3a">
        Copiar
      </CopyButton>,
      'Copiar',
    ],
    ['Cover', <Cover key="x" seed="r1" hue={3} />, 'aria-hidden="true"'],
    ['EmptyState', <EmptyState key="x" />, 'Nenhum registro encontrado!'],
    ['FilteredEmpty', <FilteredEmpty key="x" filters="Situação: Ativo" onClear={nothing} />, 'Limpar filtros'],
    ['ErrorState', <ErrorState key="x" requestId="7f3a" onRetry={nothing} />, 'Código do erro: 7f3a'],
    [
      'Notice',
      <Notice key="x" tone="err">
        Não deu
      </Notice>,
      'role="alert"',
    ],
    ['QuietNotice', <QuietNotice key="x" title="Aviso" />, 'Aviso'],
    ['PageHeader', <PageHeader key="x" title="Usuários" />, '<h1 id="page-title"'],
    ['ProgressBar', <ProgressBar key="x" value={0.62} />, 'aria-valuenow="62"'],
    ['PublicLayout', <PublicLayout key="x" title="Entrar" />, 'Vértice'],
    ['ReportCard', <ReportCard key="x" report={{ ...report, maintenance: '14:00' }} onFavorite={nothing} />, 'Em manutenção até 14:00'],
    ['ReportRow', <ReportRow key="x" report={report} />, 'Vendas diárias'],
    ['SaveBar', <SaveBar key="x" changes={2} onSave={nothing} onDiscard={nothing} />, '2 alterações não salvas'],
    [
      'Segmented',
      <Segmented key="x" label="Modo" segments={[{ value: 'a', label: 'Ver' }]} value="a" onChange={nothing} />,
      'aria-pressed="true"',
    ],
    ['SwitchRow', <SwitchRow key="x" label="Avisar" checked onChange={nothing} />, 'Avisar'],
    [
      'Tabs',
      <Tabs key="x" label="Partes" tabs={[{ id: 'a', label: 'Dados' }]} value="a" onChange={nothing}>
        Painel
      </Tabs>,
      'role="tabpanel"',
    ],
    ['ViewerState', <ViewerState key="x" title="Acordando os relatórios" cause="Pausa" />, 'Acordando os relatórios'],
  ])('%s renders', (_, element, expected) => expect(html(element)).toContain(expected));

  test('a disabled button gives its reason outside its accessible name', () => {
    const off = html(<Button disabledReason="Sem permissão">Publicar</Button>);
    expect(off).toMatch(/aria-disabled="true"/);
    expect(off).toMatch(/<\/button><span[^>]*>Sem permissão/);
  });

  test('an icon button has a name and a matching tooltip', () => {
    expect(html(<IconButton icon={IconStar} label="Favoritar" />)).toMatch(/aria-label="Favoritar" data-tip="Favoritar"/);
  });

  test('a list has a caption, sorted heads, and labels for rows and checkboxes', () => {
    const list = html(
      <DataTable
        caption="Usuários"
        rows={[{ id: 'u1', name: 'Ana' }]}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        columns={[{ id: 'name', header: 'Nome', rowHeader: true, sortable: true, cell: (row) => row.name }]}
        sort={{ column: 'name', direction: 'desc' }}
        onSort={nothing}
        selection={{ ...nothingSelected, onChange: nothing }}
        paging={{ page: 2, pages: 3, size: 1, total: 3, onPage: nothing }}
      />,
    );
    expect(list).toContain('<caption class="visually-hidden">Usuários</caption>');
    expect(list).toContain('aria-sort="descending"');
    expect(list).toContain('<th scope="row"');
    expect(list).toContain('aria-label="Selecionar Ana"');
    expect(list).toContain('2 a 2 de 3');
  });
});
