// Styles of the public pages, which use no Mantine component. Mantine's parts come as layers, so that our own rules win in any order of loading; the list keeps Mantine's order.
// A forgotten part shows as an unstyled component without any error: add it here or in styles-app.ts with the component.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import './base.css';
