// Styles of the public pages, which use no Mantine component. Mantine's parts are layers, so that our own rules win in any load order; the
// list keeps Mantine's order. A missing part leaves a component unstyled without any error: add it here or in styles-app.ts along with the
// component.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import './base.css';
