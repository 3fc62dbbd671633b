export { readFilm as wholeFilm } from '#api/film';
