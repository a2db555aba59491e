export { PictureChooser } from './PictureChooser.tsx';
