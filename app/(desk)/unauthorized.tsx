export { default } from "#app/unauthorized.tsx";
