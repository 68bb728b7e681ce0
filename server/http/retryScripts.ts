import "server-only";

/** So often, and so many milliseconds apart: of two instances behind a proxy, one has the script for certain. */
const TRIES = 20;
const PAUSE_MS = 50;

/**
 * A script for the beginning of a page's head. Behind a proxy, an instance of another version can be asked for a script or style of the
 * page's build, which it does not have: it is asked for until an instance answers that has it, and only then does the page hear of it
 * (docs/decisions/0028-two-versions-behind-one-address.md). If none has it, because the page is from a version that runs nowhere any
 * more, the page says so, without React and without styles: by a link, as buttons are kept back until React has them
 * (keepEarlyInput.ts), and inside the dialog that is open, as all else is out of reach then. A network that is down is no such case.
 */
export const RETRY_SCRIPTS = `{let asked=new Set,pause=()=>new Promise(done=>setTimeout(done,${PAUSE_MS}));\
addEventListener("error",async event=>{\
let{target:old,isTrusted}=event,path=old.src||old.rel=="stylesheet"&&old.href,place=old,isMissing,answer;\
if(!isTrusted||!path||!path.includes("/_next/static/")||asked.has(path))return;\
event.stopImmediatePropagation();asked.add(path);\
for(let n=0;n<${TRIES};n++){\
answer=await fetch(path).catch(()=>0);isMissing=answer.status==404;\
if(answer.ok){\
let again=document.createElement(old.localName);again.nonce=old.nonce;\
for(let{name,value}of old.attributes)again.setAttribute(name,value);\
let isLoaded=await new Promise(done=>{again.onload=()=>done(1);again.onerror=()=>done();place.replaceWith(again);place=again});\
if(isLoaded){asked.delete(path);old.dispatchEvent(new Event("load"));return}\
}else if(!isMissing)break;\
await pause()\
}\
if(place!=old)place.replaceWith(old);\
if(isMissing)tell();\
old.dispatchEvent(new Event("error"))\
},true);\
let box,tell=()=>{\
if(!document.body)return addEventListener("DOMContentLoaded",tell);\
self.isNewVersion=true;\
if(!box){\
box=document.createElement("div");box.setAttribute("role","alert");\
Object.assign(box.style,{position:"fixed",insetInline:"1rem",bottom:"1rem",zIndex:99,padding:".75rem 1rem",display:"flex",flexWrap:"wrap",gap:".5rem 1rem",alignItems:"center",justifyContent:"space-between",borderRadius:".375rem",border:"1px solid",background:"Canvas",color:"CanvasText"});\
let link=document.createElement("a");link.textContent="Reload the page";link.href=location.href;\
Object.assign(link.style,{textDecoration:"underline",fontWeight:600,padding:".5rem 0"});\
link.onclick=event=>{event.preventDefault();location.reload()};\
box.append("A new version is running. Reload the page to continue here.",link);\
addEventListener("focusin",place)\
}\
place()\
},place=()=>{\
let top=[...document.querySelectorAll("dialog:modal")].pop()||document.body;\
if(box.parentNode!=top)top.append(box)\
}}`;
